"""Pillow's side of the bench: reads "operation times path" lines, answers CPU milliseconds (median) as lines.

dither1, dither1pack and dither4 work on the luminance of a picture that is already of the panel's size; job-* make
every product that a hardcode push makes; frame and frame-autocontrast write the picture in black and white beside it.
"""
import io
import statistics
import sys
import time

from PIL import Image, ImageOps

SIZE = (800, 480)
TONE = [round(255 * (code / 255) ** 1.3) for code in range(256)]


def greys(levels):
    palette = Image.new("P", (1, 1))
    codes = [255 * level // (levels - 1) for level in range(levels)]
    palette.putpalette([code for grey in codes for code in (grey,) * 3] + [0] * (768 - 3 * levels))
    return palette


FOUR, SIXTEEN = greys(4), greys(16)


def quantise(luminance, palette):
    return luminance.convert("RGB").quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)


def job(path, draft, level):
    image = Image.open(path)
    if draft:
        image.draft("RGB", SIZE)
    image = ImageOps.exif_transpose(image).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    preview = io.BytesIO()
    image.save(preview, "PNG", compress_level=level)
    luminance = image.convert("L").point(TONE)
    return [
        preview.getvalue(),
        luminance.convert("1").tobytes(),
        quantise(luminance, FOUR).tobytes("raw", "P;2"),
        quantise(luminance, SIXTEEN).tobytes("raw", "P;4"),
    ]


def frame(operation, path):
    luminance = Image.open(path).convert("L")
    if operation.endswith("autocontrast"):
        luminance = ImageOps.autocontrast(luminance)
    luminance.convert("1").save(f"{path}.{operation}.png")
    return 0.0


def measure(operation, times, path):
    if operation.startswith("frame"):
        return frame(operation, path)
    if operation.startswith("job"):
        draft, level = "draft" in operation, 1 if "quick" in operation else 6
        job(path, draft, level)
        started = time.process_time()
        for _ in range(times):
            job(path, draft, level)
        return (time.process_time() - started) * 1000 / times
    luminance = Image.open(path).convert("L")
    color = luminance.convert("RGB")
    call = {
        "dither1": lambda: luminance.convert("1"),
        "dither1pack": lambda: luminance.convert("1").tobytes(),
        "dither4": lambda: color.quantize(palette=FOUR, dither=Image.Dither.FLOYDSTEINBERG),
    }[operation]
    taken = []
    for _ in range(times):
        started = time.process_time()
        call()
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken)


print("ready", flush=True)
for line in sys.stdin:
    operation, times, path = line.rstrip("\n").split(" ", 2)
    print(measure(operation, int(times), path), flush=True)
