"""numba's compiler, told to optimise whole programs instead of every function by itself.

This builds on inner parts of numba; versions.py says with which versions it was tried, public.py takes its
place with others.

numba optimises each function together with all that it calls, then again within each of its callers: the
deeper the calls, the more often the same code is worked on. Here an inner function is only translated; what
is optimised and turned into machine code is a *root*, a kernel or driver that is called from outside, with
everything it calls linked into it.
"""

from __future__ import annotations

import functools
import os
from typing import Any, ClassVar

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils, compiler, event, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.np import arrayobj

from . import story

INSTALLED = f"site-packages{os.sep}"
ENVIRONMENT = "_ZN08NumbaEnv"  # how numba names the globals that point to a function's environment


class InnerLibrary(JITCodeLibrary):
    """The code of an inner function: never optimised or run by itself, only linked into roots."""

    def finalize(self) -> None:
        """Nothing is left to do but to close the library."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: there is no machine code."""
        self._ensure_finalized()
        return 0

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return self._final_module

    @property
    def codegen(self) -> Any:
        """Where numba registers the environment of a function that can be run."""
        return _Unregistered


class ApartLibrary(InnerLibrary):
    """The code of an inner function that is called, and not copied into its callers."""

    def finalize(self) -> None:
        """Tell the optimiser."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.add_function_attribute("noinline")
        super().finalize()


class _Unregistered:
    @staticmethod
    def set_env(name: str, env: Any) -> None:
        """The root registers it."""


class RootLibrary(JITCodeLibrary):
    """The code of a root with all that it calls."""

    _linking_libraries: list[Any]
    story_at = 0  # where in memory, from the state on, what is told is written; 0 = nowhere

    def finalize(self) -> None:
        """Link in everything that is reached, each function once; optimise; make machine code."""
        self._linking_libraries = [*_reached(self._linking_libraries), _Listener(self.story_at)]
        super().finalize()
        for variable in self._final_module.global_variables:
            env = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if env is not None:
                self._codegen.set_env(variable.name, env)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()


def _reached(libraries: list[Any]) -> list[Any]:
    """All that is reached, callers before what they call: the linker drops what nothing refers to yet."""
    seen: set[int] = set()
    done: list[Any] = []
    left = [(library, False) for library in libraries]
    while left:
        library, entered = left.pop()
        if entered:
            done.append(library)
        elif id(library) not in seen:
            seen.add(id(library))
            left.append((library, True))
            if isinstance(library, InnerLibrary):
                left += [(called, False) for called in library._linking_libraries]
    return done[::-1]


TELL = "astrarium_tell"


class _Listener:
    """What `tell` calls: a function that does nothing, or one that writes into the memory behind a state."""

    _reload_init: ClassVar[set[Any]] = set()  # numba asks for it

    def __init__(self, story_at: int) -> None:
        self.story_at = story_at

    def _get_module_for_linking(self) -> Any:
        number = ir.IntType(64)
        module = ir.Module("listener")
        module.triple = llvm.get_process_triple()
        kind = ir.FunctionType(ir.VoidType(), [number.as_pointer(), *[number] * story.TOLD_NUMBERS])
        function = ir.Function(module, kind, TELL)
        function.linkage = "linkonce_odr"
        builder = ir.IRBuilder(function.append_basic_block())
        if self.story_at:
            story.write(builder, function.args[0], function.args[1:], self.story_at)
        builder.ret_void()
        return llvm.parse_assembly(str(module))


def _call_listener(builder: Any, state: Any, numbers: Any) -> None:
    """The root that this is linked into decides what becomes of it."""
    shape = ir.FunctionType(ir.VoidType(), [each.type for each in (state, *numbers)])
    builder.call(cgutils.get_or_insert_function(builder.module, shape, TELL), [state, *numbers])


listen = story.listener(_call_listener)


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(typed_passes.NativeLowering):
    """numba's translation to LLVM, with every index taken as it is.

    Kernels count from the front of an array, never from its end: to ask of each index whether it is negative
    would be a part of all their work. Uncompiled, and with NUMBA_BOUNDSCHECK=1, a negative one is an error.
    """

    _name = "lowering_without_wraparound"

    def run_pass(self, state: Any) -> bool:
        """Under numba's compiler lock, so that no other function is translated at the same time."""
        wrapping = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _plain_index
        try:
            return super().run_pass(state)
        finally:
            arrayobj.fix_integer_index = wrapping


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, nt.intp if kind.signed else nt.uintp)


class Passes(PassManager):
    """numba's passes for plain functions, without the bookkeeping around each.

    Left out are the passes for what kernels do not use: closures, `with` blocks, literal arguments, fused
    array expressions, and the printed annotation of types.
    """

    def __init__(self) -> None:
        super().__init__("kernel")
        for step in STEPS:
            self.add_pass(step)
        self.finalize()

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


STEPS = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.GenericRewrites,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.InlineOverloads,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.IRLegalization,
    Lowering,
    typed_passes.NoPythonBackend,
)
PASSES = Passes()


class Remembering:
    """numba's typing context; what an operator or builtin makes of given types is worked out only once."""

    _known: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """The signature of a call."""
        if not isinstance(func, nt.Function) or kws:
            return self._context.resolve_function_type(func, args, kws)
        if getattr(func.typing_key, "__module__", None) == "_operator":
            args = tuple(map(nt.unliteral, args))
        key = func, args
        if key not in self._known:
            self._known[key] = self._context.resolve_function_type(func, args, kws)
        return self._known[key]


class _Compiler(compiler.CompilerBase):
    library_class: type[JITCodeLibrary]

    def define_pipelines(self) -> list[Any]:
        """The passes, with the code going into our kind of library."""
        # What can raise names its file: of an installed one without the folder, so that wheels are alike.
        self.state.func_id.filename = self.state.func_id.filename.rpartition(INSTALLED)[2]
        self.state.typingctx = Remembering(self.state.typingctx)
        self.state.library = self.library_class(
            self.state.targetctx.codegen(), self.state.func_id.func_qualname
        )
        self.state.library.enable_object_caching()
        return [PASSES]


class InnerCompiler(_Compiler):
    """Compiles functions that roots call."""

    library_class = InnerLibrary


class ApartCompiler(_Compiler):
    """Compiles functions that roots call and do not copy."""

    library_class = ApartLibrary


class RootCompiler(_Compiler):
    """Compiles functions that are called from outside."""

    library_class = RootLibrary


def inner(fn: Any) -> Any:
    """A dispatcher for a function that other compiled functions call.

    It takes whole numbers and truth values as int64: it is compiled once, and not again for an int8 or a
    literal.
    """
    pipeline = ApartCompiler if getattr(fn, "apart", False) else InnerCompiler
    dispatcher = numba.njit(
        nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=pipeline
    )(fn)
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_wide, args)), {name: _wide(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = get_call_template
    dispatcher.compile = functools.partial(_compile, dispatcher)
    return dispatcher


def _compile(dispatcher: Any, args: Any) -> Any:
    """The heart of numba's Dispatcher.compile, without its timers: those cost more the deeper calls nest."""
    if args not in dispatcher.overloads:
        told = {"dispatcher": dispatcher, "args": args, "return_type": None}
        with event.trigger_event("numba:compile", data=told), dispatcher._compiling_counter:
            dispatcher.add_overload(dispatcher._compiler.compile(args, None))
    return dispatcher.overloads[args].entry_point


def _wide(arg: Any) -> Any:
    small = isinstance(arg, nt.IntegerLiteral | nt.Boolean) or (
        isinstance(arg, nt.Integer) and arg.bitwidth < 64
    )
    return nt.int64 if small else arg


def root(fn: Any, python: bool, story_at: int = 0) -> Any:
    """A dispatcher for a function that is called from outside: from Python, or only by symbol.

    With `story_at`, what its kernels tell is written so many bytes behind the start of the state.
    """
    library = type("StoryLibrary", (RootLibrary,), {"story_at": story_at})
    return numba.njit(
        nogil=True,
        no_cpython_wrapper=not python,
        no_cfunc_wrapper=True,
        pipeline_class=type("StoryCompiler", (RootCompiler,), {"library_class": library}),
    )(fn)
