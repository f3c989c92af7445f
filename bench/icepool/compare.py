"""Dice against icepool: the same three questions to both, in one go, with ratios.

    python3 -m venv /tmp/icepool && /tmp/icepool/bin/pip install icepool
    /tmp/icepool/bin/python bench/icepool/compare.py

Each side is asked over and over for a second, and the fastest time counts. The answers must be equal as fractions. icepool is asked in the
fastest of the ways that we know; it may keep what it worked out before.
"""

import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import icepool
from icepool import d

SECONDS = 1.0
ROOT = Path(__file__).resolve().parents[2]


def explosions():
    """The chance that 9 + the better of two d10, each exploding to depth 6, reaches 18."""
    return (9 + d(10).explode(depth=6).highest(2)).probability(">=", 18)


def six_best():
    """The distribution of 8d6 without the lowest two."""
    return d(6).highest(8, 6)


def falls():
    """The chances that a target with 40 hit points is down after 1, 2, ... 40 attacks that hit with 0.55 for 2d6+3 less 4."""
    attack = (d(20) >= 10).if_else(2 @ d(6) + 3 - 4, 0)
    taken = icepool.Die([0])
    chances = []
    for _ in range(40):
        taken = icepool.map(lambda points: min(points, 40), taken + attack)
        chances.append(taken.probability(">=", 40))
    return chances


def as_weights(die):
    return {total: Fraction(weight, die.denominator()) for total, weight in die.items()}


QUESTIONS = {
    "a": ("9 + better of 2d10, exploding to depth 6, reaches 18", explosions, Fraction, 500),
    "b": ("8d6 without the lowest two", six_best, as_weights, 8),
    "c": ("40 hit points after 1 to 40 attacks", falls, list, 60),
}


def read(letter, text):
    """What our side answered."""
    if letter == "b":
        parts = dict(part.split(":") for part in text.split(","))
        whole = sum(map(int, parts.values()))
        return {int(total): Fraction(int(weight), whole) for total, weight in parts.items()}
    chances = [Fraction(part) for part in text.split(",")]
    return chances if letter == "c" else chances[0]


def fastest(question):
    begun = time.perf_counter()
    best = float("inf")
    while time.perf_counter() - begun < SECONDS:
        before = time.perf_counter()
        question()
        best = min(best, time.perf_counter() - before)
    return best


def main():
    command = ["cargo", "run", "--quiet", "--profile", "bench", "-p", "affray-kernel", "--example", "dice_odds"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    missed = False
    print(f"icepool {icepool.__version__}, Python {sys.version.split()[0]}")
    for line in lines:
        letter, nanoseconds, text = line.split(" ", 2)
        what, question, plain, aim = QUESTIONS[letter]
        if plain(question()) != read(letter, text):
            sys.exit(f"({letter}) {what}: the answers differ")
        theirs, ours = fastest(question), int(nanoseconds) / 1e9
        ratio = theirs / ours
        missed |= ratio < aim
        print(f"({letter}) {what}: icepool {theirs * 1e6:.1f} us, Affray {ours * 1e6:.2f} us: {ratio:.0f} times as fast (aim {aim})")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
