"""What mkdocs shows: the repository's own pages under the paths they have there, so that none is copied."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/**/*.md",
    "envs/*/README.md",
    "agents/README.md",
    "agents/baselines/*.md",
    "training/README.md",
    "examples/README.md",
    "benchmarks/**/*.md",
]
FOLDERS = "envs/*/data/*"
PACKAGES = ["core", "envs", "agents", "text", "data", "training", "tuning"]
LINK = re.compile(r"(?<=\]\()[\w./-]+(?=\))")


def on_startup(command: str, dirty: bool) -> None:
    """The folders as the packages they install as: the reader of docstrings does not import anything."""
    tree = ROOT / "build" / "api" / "astrarium"
    tree.mkdir(parents=True, exist_ok=True)
    for name in PACKAGES:
        link = tree / name
        if not link.is_symlink():
            link.symlink_to(ROOT / name, target_is_directory=True)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The theme's files, and those of the repository in place of the docs folder alone."""
    shown = [file for file in files if Path(file.src_dir or "") != Path(config.docs_dir)]
    linked = linked_files()
    for path in [*(path for pattern in PAGES for path in sorted(ROOT.glob(pattern))), *linked]:
        shown.append(
            File(path.relative_to(ROOT).as_posix(), str(ROOT), config.site_dir, config.use_directory_urls)
        )
    for folder in sorted(ROOT.glob(FOLDERS)):
        name = (folder / "README.md").relative_to(ROOT).as_posix()
        listing = "\n".join(f"- [{path.name}]({path.name})" for path in sorted(folder.glob("*.csv")))
        page = File.generated(config, name, content=f"# {folder.name}\n\n{listing}\n")
        page.inclusion = InclusionLevel.NOT_IN_NAV
        shown.append(page)
    return Files(shown)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A folder of data has a page on the site: in the repository the folder itself is linked."""
    here = ROOT / Path(page.file.src_uri).parent

    def listed(match: re.Match[str]) -> str:
        target = match.group()
        return f"{target.rstrip('/')}/README.md" if (here / target).is_dir() else target

    return LINK.sub(listed, markdown)


def linked_files() -> list[Path]:
    """Files that are no pages and that some page links to or shows, and the data of the games."""
    found = set(ROOT.glob(f"{FOLDERS}/*.csv"))
    for pattern in PAGES:
        for page in ROOT.glob(pattern):
            targets = LINK.findall(page.read_text(encoding="utf-8"))
            paths = [(page.parent / target).resolve() for target in targets]
            found |= {path for path in paths if path.is_file() and path.suffix != ".md"}
    return sorted(path for path in found if path.is_relative_to(ROOT))
