"""The live table's templates, one environment for each language: sentences are set in when a template is compiled.

A view is rendered thousands of times a second; looking up and escaping every `_("…")` each time took half of it. And
Jinja's ways of being general (an item where there is no attribute, functions that want to know the context) took a
third of the rest: what the live templates are given are objects with attributes and plain methods, so code for just
that is made of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from keyword import iskeyword
from typing import Any

from django.conf import settings
from django.template import engines
from django.utils.translation import gettext, override
from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from battle21.jinja import FIXED_WORDS


class FixedWords(Extension):
    """Puts the translation where the template says ``_("…")``. The language is the environment's."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        with override(self.environment.language):  # type: ignore[attr-defined]
            return FIXED_WORDS.sub(lambda found: json.dumps(gettext(found[1]), ensure_ascii=False), source)


class PlainCode(CodeGenerator):
    """``{{ a.b }}`` is the attribute, and a missing one an AttributeError."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if iskeyword(node.attr) or not node.attr.isidentifier():
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.plain_escape(")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Methods and macros are called as they are; functions of Jinja's own may want to know the context."""
        called = node.node
        is_jinjas = isinstance(called, nodes.Name) and called.name in self.environment.globals
        if is_jinjas or forward_caller or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(called, frame)
        self.write("(")
        for arg in (*node.args, *node.kwargs):
            self.visit(arg, frame)
            self.write(", ")
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        if macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs:
            super().macro_def(macro_ref, frame)
        else:
            self.write(f"environment.plain_macro(macro, {len(macro_ref.node.args)})")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802
        """In one piece: to hand on each piece of a part takes longer than to join them."""
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.start_write(frame, node)
        self.write("environment.drawn(")
        self.visit(node.template, frame)
        self.write(f", context, {self.dump_local_context(frame)})")
        self.end_write(frame)


class PlainContext(Context):
    """Without what only inheritance and other ways of escaping need, which takes most of the time to make one."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], name: str | None, *_: Any, **__: Any
    ) -> None:
        self.environment = environment
        self.parent = parent
        self.name = name
        self.vars: dict[str, Any] = {}
        self.exported_vars: set[str] = set()
        self.eval_ctx: nodes.EvalContext = environment.escaping  # type: ignore[attr-defined]
        self.globals_keys: set[str] = set()
        self.blocks: dict[str, Any] = {}


def plain_macro(draw: Callable[..., str], parameters: int) -> Callable[..., Markup]:
    """A macro with so many parameters, of which the first are given; `draw` wants them all."""

    def call(*args: Any) -> Markup:
        return str.__new__(Markup, draw(*args, *[missing] * (parameters - len(args))))

    return call


def drawn(part: Template | str, context: Context, own: dict[str, Any]) -> str:
    """A template that another includes, with all that is known there; `own`: what that has set itself."""
    if isinstance(part, str):
        part = context.environment.get_template(part)
    return "".join(part.root_render_func(part.new_context(context.get_all(), True, own)))


def plain_escape(value: Any) -> str:
    """As `markupsafe.escape`; the text alone, as it is only joined with other text."""
    if type(value) is Markup:
        return value
    if type(value) is int:
        return str(value)
    return _escape_inner(value) if type(value) is str else escape(value)


@lru_cache(maxsize=100)
def live_environment(language: str) -> Environment:
    base: Environment = engines["live"].env  # type: ignore[attr-defined]
    environment = base.overlay(extensions=[FixedWords])
    environment.language = language  # type: ignore[attr-defined]
    environment.code_generator_class = PlainCode
    environment.context_class = PlainContext
    environment.escaping = nodes.EvalContext(environment)  # type: ignore[attr-defined]
    environment.plain_escape = plain_escape  # type: ignore[attr-defined]
    environment.plain_macro = plain_macro  # type: ignore[attr-defined]
    environment.drawn = drawn  # type: ignore[attr-defined]
    # One flat dict: a ChainMap, as Jinja makes it, is asked dozens of times a view.
    environment.make_globals = lambda d: {**environment.globals, **(d or {})}  # type: ignore[method-assign]
    environment.part = partial(_part, environment)  # type: ignore[attr-defined]
    if (
        not settings.DEBUG
    ):  # no file changes; to look for a part that is not there would ask the disk each time
        environment.get_template = lru_cache(maxsize=1_000)(environment.get_template)  # type: ignore[method-assign]
        environment.part = lru_cache(maxsize=1_000)(environment.part)  # type: ignore[attr-defined]
    return environment


def _part(environment: Environment, game: str, name: str) -> Template:
    return environment.select_template([f"games/{game}/{name}.html", f"parts/{name}.html"])


def live_template(name: str, language: str) -> Template:
    return live_environment(language).get_template(name)


def part(game: str, name: str, language: str) -> Template:
    """`games/<key>/<name>.html` of the live templates, or the part that all games share."""
    found: Template = live_environment(language).part(game, name)  # type: ignore[attr-defined]
    return found
