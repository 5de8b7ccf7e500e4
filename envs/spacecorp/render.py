"""stub"""


def narrate(content, before, action, after):
    return []


def render_text(content, s, seat=None):
    return "x"


def render_svg(content, s, seat=None):
    return "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'></svg>"
