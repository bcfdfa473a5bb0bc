"""Vectors made in any number, for want of so many texts: unit, float32, the same every time."""

import numpy as np
from groundpath.engine.store.nearest import unit

DIMENSIONS = 384
_PART = 100_000
_A_CLUSTER = 20  # vectors of facts of one entity
# Of the surface: how many directions it has and how many waves bend it, how strongly, how far off it lies.
_LATENT, _WAVES, _BENT, _ASIDE = 8, 256, 2.3, 0.4


def like_facts(count: int, seed: int = 0, dimensions: int = DIMENSIONS) -> np.ndarray:
    """Unit vectors (count, dimensions) as facts have: on a bent surface of eight directions, to one side.

    Of 30,000 facts of FB15k-237, by the default encoder, two at random have cosine 0.14, the nearest 0.78,
    the tenth nearest 0.64, the hundredth 0.52; of these 0.17, 0.79, 0.65, 0.49. The index takes as long to
    build over either, and finds as many of the nearest by looking at as many.
    """
    surface, rng = np.random.default_rng(123), np.random.default_rng(seed)
    bends = surface.standard_normal((_LATENT, _WAVES)).astype(np.float32)
    bends *= np.float32(_BENT / np.sqrt(_LATENT))
    phases = surface.uniform(0, 2 * np.pi, _WAVES).astype(np.float32)
    waves = surface.standard_normal((_WAVES, dimensions)).astype(np.float32)
    waves *= np.float32(np.sqrt(2 / (_WAVES * dimensions)))
    aside = surface.standard_normal(dimensions).astype(np.float32)
    aside *= np.float32(_ASIDE / np.linalg.norm(aside))
    vectors = np.empty((count, dimensions), np.float32)
    for first in range(0, count, _PART):
        part = vectors[first : first + _PART]
        places = rng.standard_normal((len(part), _LATENT), np.float32)
        part[:] = unit(np.cos(places @ bends + phases) @ waves + aside)
    return vectors


def clustered(count: int, seed: int = 0, dimensions: int = DIMENSIONS) -> np.ndarray:
    """Unit vectors (count, dimensions) in clusters that lie anywhere: harder for the index than facts.

    It looks at twice as many to find as much, and takes twice as long to build. Two at random have cosine
    0.16, the nearest of 30,000 0.68, the tenth nearest 0.62, the hundredth 0.29.
    """
    rng = np.random.default_rng(seed)
    vectors = np.empty((count, dimensions), np.float32)
    for first in range(0, count, _PART):
        part = vectors[first : first + _PART]
        centres = rng.standard_normal((len(part) // _A_CLUSTER + 1, dimensions), np.float32)
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
        noise = rng.standard_normal(part.shape, np.float32)
        noise *= rng.uniform(0.7, 1.1, (len(part), 1)) / np.linalg.norm(noise, axis=1, keepdims=True)
        part[:] = noise + np.repeat(centres, _A_CLUSTER, axis=0)[: len(part)]
        part[:, 0] += 0.6
        part[:] = unit(part)
    return vectors


FAMILIES = {"facts": like_facts, "clusters": clustered}


def queries_beside(vectors: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Beside some of the vectors (n, d), as statements lie beside facts; shape (count, d)."""
    rng, dimensions = np.random.default_rng(seed), vectors.shape[1]
    noise = rng.standard_normal((count, dimensions)) / dimensions**0.5
    return unit((vectors[rng.choice(len(vectors), count)] + 0.6 * noise).astype(np.float32))
