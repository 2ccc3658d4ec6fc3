"""Teaches a small network and writes it as a file that OpenCV runs by itself.

Only whoever trains anew needs this (``pip install torch onnx pillow``); the box needs none of it. The network is a
plain pile of convolutions, so that every OpenCV from 4.6 on can run it; what batch normalisation learnt is folded
into the convolutions when it is written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Labels = NDArray[np.int64]

# One layer of the pile: ("conv", out channels, kernel) or with a step ("conv", out channels, kernel, 2),
# ("pool", height, width) or ("full", out).
Layer = tuple[Any, ...]


def build(layers: list[Layer], size: tuple[int, int], channels: int = 1) -> Any:
    """The network as torch has it.

    :param size: height and width of a picture.
    """
    from torch import nn

    modules: list[Any] = []
    height, width = size
    flat = False
    for number, layer in enumerate(layers):
        if layer[0] == "conv":
            _, out, kernel, step = layer if len(layer) == 4 else (*layer, 1)
            pad = (kernel - step + 1) // 2
            modules += [
                nn.Conv2d(channels, out, kernel, stride=step, padding=pad, bias=False),
                nn.BatchNorm2d(out),
                nn.ReLU(),
            ]
            channels, height, width = out, height // step, width // step
        elif layer[0] == "pool":
            modules.append(nn.MaxPool2d((layer[1], layer[2])))
            height, width = height // layer[1], width // layer[2]
        else:
            if not flat:
                modules += [nn.Flatten(), nn.Dropout(0.1)]
                channels, flat = channels * height * width, True
            modules.append(nn.Linear(channels, layer[1]))
            channels = layer[1]
            if number < len(layers) - 1:
                modules.append(nn.ReLU())
    return nn.Sequential(*modules)


def learn(
    net: Any,
    batches: Iterator[tuple[Floats, Labels]],
    *,
    minutes: float,
    heads: int,
    classes: int,
    rate: float = 2e-3,
    save: Callable[[Any], None],
    say: Callable[[str], None] = print,
) -> None:
    """Learn from *batches* for so many *minutes* on one processor core, with a rate that falls to nothing.

    :param heads: how many answers each picture has (the digits of a number), each one of *classes*.
    :param save: called now and then, so that a stopped training still leaves something.
    """
    import torch
    from torch.nn import functional

    torch.set_num_threads(1)
    half = "bf16" in Path("/proc/cpuinfo").read_text()
    net = net.to(memory_format=torch.channels_last)
    flat = next(number for number, module in enumerate(net) if isinstance(module, torch.nn.Flatten))
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    # A slowly moving average of the weights reads better than the last ones.
    steady = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999), use_buffers=True
    )
    started = said = time.monotonic()
    seen = right = count = 0
    for pictures, truths in batches:
        passed = (time.monotonic() - started) / 60 / minutes
        if passed >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, passed * 50 + 0.05) * 0.5 * (1 + float(np.cos(np.pi * passed)))
        x, y = torch.from_numpy(pictures), torch.from_numpy(truths)
        x = x.contiguous(memory_format=torch.channels_last)
        # Half the digits are enough for convolutions to learn, and twice as fast where the processor knows them.
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
            out = net[:flat](x)
        out = net[flat:](out.float()).view(-1, heads, classes)
        loss = functional.cross_entropy(out.reshape(-1, classes), y.reshape(-1))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        steady.update_parameters(net)
        seen += len(pictures)
        count += len(pictures)
        right += int((out.argmax(2) == y).all(1).sum())
        if time.monotonic() - said > 60:
            said = time.monotonic()
            say(f"{(said - started) / 60:.0f} min, {seen} pictures, right {right / count:.4f}")
            right = count = 0
            save(steady.module)
    save(steady.module)


def write_onnx(net: Any, path: Path, *, size: tuple[int, int], channels: int = 1, half: bool = False) -> None:
    """Write *net* for OpenCV: convolutions with their normalisation folded in, pools and full layers.

    :param half: weights of 16 bits instead of 32: twice as many in a file; OpenCV reckons with 32 all the same.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from torch import nn

    net = net.eval()
    nodes: list[Any] = []
    weights: list[Any] = []
    last = "picture"

    def add(op: str, arrays: dict[str, NDArray[Any]], **how: Any) -> None:
        nonlocal last
        out = f"v{len(nodes)}"
        names = [f"{out}_{name}" for name in arrays]
        kind = np.float16 if half else np.float32
        weights.extend(numpy_helper.from_array(a.astype(kind), n) for a, n in zip(arrays.values(), names, strict=True))
        nodes.append(helper.make_node(op, [last, *names], [out], **how))
        last = out

    modules = list(net)
    for number, module in enumerate(modules):
        if isinstance(module, nn.Conv2d):
            norm = modules[number + 1]
            scale = norm.weight.detach() / (norm.running_var + norm.eps).sqrt()
            kernel = (module.weight.detach() * scale[:, None, None, None]).numpy()
            bias = (norm.bias.detach() - norm.running_mean * scale).numpy()
            pad = module.padding[0]
            shape = list(module.kernel_size)
            add("Conv", {"w": kernel, "b": bias}, kernel_shape=shape, pads=[pad] * 4, strides=list(module.stride))
        elif isinstance(module, nn.ReLU):
            add("Relu", {})
        elif isinstance(module, nn.MaxPool2d):
            add("MaxPool", {}, kernel_shape=list(module.kernel_size), strides=list(module.kernel_size))
        elif isinstance(module, nn.Flatten):
            add("Flatten", {}, axis=1)
        elif isinstance(module, nn.Linear):
            w, b = module.weight.detach().numpy(), module.bias.detach().numpy()
            add("Gemm", {"w": w, "b": b}, transB=1)
    number_kind = TensorProto.FLOAT16 if half else TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        path.stem,
        [helper.make_tensor_value_info("picture", number_kind, ["n", channels, *size])],
        [helper.make_tensor_value_info(last, number_kind, ["n", None])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=6)
    onnx.checker.check_model(model)
    part = path.with_suffix(".part")
    onnx.save(model, part)
    part.replace(path)


def mix(new: Path, old: Path, *, share: float = 0.7) -> None:
    """Move the weights of *new* back towards *old*, from which it was taught on: that reads surer than either.

    :param share: of *new* that is kept.
    """
    import onnx
    from onnx import numpy_helper

    model, before = onnx.load(new), onnx.load(old)
    for one, other in zip(model.graph.initializer, before.graph.initializer, strict=True):
        a, b = (numpy_helper.to_array(part).astype(np.float32) for part in (one, other))
        one.CopyFrom(numpy_helper.from_array((share * a + (1 - share) * b).astype(np.float16), one.name))
    onnx.save(model, new)
