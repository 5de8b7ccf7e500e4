"""Card sets to spoil: one table of a copied folder is read, changed and written back."""

import csv


def read(folder, file):
    """The rows of a table, named with or without its ending."""
    with (folder / file).with_suffix(".csv").open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def rewrite(folder, file, change):
    """Read a table, let `change` work on its rows, write it back."""
    rows = read(folder, file)
    columns = list(rows[0])
    change(rows)
    with (folder / file).with_suffix(".csv").open("w", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, columns)
        writer.writeheader()
        writer.writerows(rows)


def put(row, column, value):
    """A change of one cell, by the place of its row."""

    def change(rows):
        rows[row][column] = value

    return change


def drop(rows):
    """A change that loses the last row."""
    rows.pop()
