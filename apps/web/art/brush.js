// Tools to draw landscapes: noise, skies, ridges, trees, water.
export const random = seed => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const smooth = t => t * t * (3 - 2 * t)
function noise(seed) {
  const next = random(seed)
  const values = Array.from({ length: 512 }, next)
  const at = x => {
    const i = Math.floor(x)
    const [a, b] = [values[i & 511], values[(i + 1) & 511]]
    return a + (b - a) * smooth(x - i)
  }
  return (x, octaves = 6, keep = 0.5) => {
    let [sum, height, total] = [0, 1, 0]
    for (let o = 0; o < octaves; o++, height *= keep) {
      sum += at(x * 2 ** o + o * 37) * height
      total += height
    }
    return sum / total
  }
}
export const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t)
export const rgb = (c, alpha = 1) => `rgb(${c.map(Math.round).join(' ')} / ${alpha})`

export function sky(g, w, h, stops) {
  const fill = g.createLinearGradient(0, 0, 0, h)
  stops.forEach(([at, color]) => fill.addColorStop(at, rgb(color)))
  g.fillStyle = fill
  g.fillRect(0, 0, w, h)
}
export function glow(g, x, y, r, color, alpha) {
  const fill = g.createRadialGradient(x, y, 0, x, y, r)
  fill.addColorStop(0, rgb(color, alpha))
  fill.addColorStop(0.3, rgb(color, alpha * 0.4))
  fill.addColorStop(1, rgb(color, 0))
  g.fillStyle = fill
  g.fillRect(x - r, y - r, 2 * r, 2 * r)
}
export function ridge(g, w, h, { seed, base, rise, scale, top, bottom, keep = 0.5, octaves = 7 }) {
  const n = noise(seed)
  g.beginPath()
  g.moveTo(0, h)
  for (let x = 0; x <= w; x++) g.lineTo(x, base - rise * (n((x / w) * scale, octaves, keep) - 0.35))
  g.lineTo(w, h)
  const fill = g.createLinearGradient(0, base - rise * 0.4, 0, Math.min(h, base + rise))
  fill.addColorStop(0, rgb(top))
  fill.addColorStop(1, rgb(bottom))
  g.fillStyle = fill
  g.fill()
}
/** Layers from far to near, each darker and less hazy. */
export function ridges(g, w, h, { from, count, far, near, veil, seed, rise = 0.22, scale = 3 }) {
  for (let i = 0; i < count; i++) {
    const t = count > 1 ? i / (count - 1) : 1
    const color = mix(far, near, t)
    const base = h * (from + (1.02 - from) * t ** 1.25)
    ridge(g, w, h, {
      seed: seed + i * 17,
      base,
      rise: h * rise * (0.55 + t * 0.7),
      scale: scale * (1 + t * 0.4),
      top: color,
      bottom: mix(color, veil, 0.55 * (1 - t)),
    })
  }
}
export function trees(g, w, h, { seed, base, size, color, count }) {
  const next = random(seed)
  const n = noise(seed + 1)
  g.fillStyle = rgb(color)
  for (let i = 0; i < count; i++) {
    const x = (i + next() * 0.9) * (w / count)
    const tall = size * (0.55 + next() * 0.8)
    const foot = base + (n((x / w) * 3) - 0.5) * size * 1.2
    const wide = tall * (0.2 + next() * 0.06)
    g.beginPath()
    g.moveTo(x, foot - tall)
    for (let s = 1; s <= 9; s++) {
      const y = foot - tall + (tall * s) / 9
      const half = (wide * s) / 9
      g.lineTo(x + half * (0.75 + next() * 0.4), y)
      g.lineTo(x + half * 0.5, y - tall * 0.015)
    }
    for (let s = 9; s >= 1; s--) {
      const y = foot - tall + (tall * s) / 9
      const half = (wide * s) / 9
      g.lineTo(x - half * 0.5, y - tall * 0.015)
      g.lineTo(x - half * (0.75 + next() * 0.4), y)
    }
    g.fill()
    g.fillRect(x - wide, foot - tall * 0.1, wide * 2, h)
  }
}
export function mist(g, w, h, y, tall, color, alpha) {
  const fill = g.createLinearGradient(0, y - tall, 0, y + tall)
  fill.addColorStop(0, rgb(color, 0))
  fill.addColorStop(0.5, rgb(color, alpha))
  fill.addColorStop(1, rgb(color, 0))
  g.fillStyle = fill
  g.fillRect(0, y - tall, w, 2 * tall)
}
export function stars(g, w, h, count, seed) {
  const next = random(seed)
  for (let i = 0; i < count; i++) {
    const band = next() < 0.55
    const t = next()
    const x = band ? w * (0.15 + t * 0.75) + (next() + next() - 1) * w * 0.14 : next() * w
    const y = band ? h * (0.95 - t * 1.0) + (next() + next() - 1) * h * 0.12 : next() * h
    g.fillStyle = rgb([225 + next() * 30, 230, 255], 0.2 + next() ** 3 * 0.8)
    g.beginPath()
    g.arc(x, y, 0.35 + next() ** 6 * 1.6, 0, 7)
    g.fill()
  }
}
export function water(g, w, h, from, { light, dark, sunX, sunColor, seed }) {
  const fill = g.createLinearGradient(0, from, 0, h)
  fill.addColorStop(0, rgb(light))
  fill.addColorStop(1, rgb(dark))
  g.fillStyle = fill
  g.fillRect(0, from, w, h - from)
  const next = random(seed)
  for (let i = 0; i < 5200; i++) {
    const t = next() ** 1.6
    const y = from + t * (h - from)
    const onPath = next() < 0.45
    const x = onPath ? sunX + (next() + next() + next() - 1.5) * w * (0.05 + t * 0.24) : next() * w
    const long = 3 + t * 34 * next()
    g.fillStyle = rgb(onPath ? sunColor : next() < 0.5 ? light : dark, (onPath ? 0.42 : 0.16) * (1 - t * 0.45))
    g.fillRect(x - long / 2, y, long, 0.6 + t * 1.9)
  }
}
/** Grain and vignette, as from a lens and film. */
export function finish(g, w, h, seed) {
  const fall = g.createRadialGradient(w / 2, h / 2, Math.min(w, h) * 0.4, w / 2, h / 2, Math.hypot(w, h) * 0.58)
  fall.addColorStop(0, 'rgb(0 0 0 / 0)')
  fall.addColorStop(1, 'rgb(0 0 0 / 0.28)')
  g.fillStyle = fall
  g.fillRect(0, 0, w, h)
  const pixels = g.getImageData(0, 0, w, h)
  const next = random(seed)
  for (let i = 0; i < pixels.data.length; i += 4) {
    const grain = (next() - 0.5) * 7
    for (let c = 0; c < 3; c++) pixels.data[i + c] += grain
  }
  g.putImageData(pixels, 0, 0)
}
