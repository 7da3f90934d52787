// Landscapes generated from noise, so that the pictures of the sign-in page have no third-party rights.
import { finish, glow, mist, mix, random, rgb, ridge, ridges, sky, stars, trees, water } from './brush.js'

const scenes = {
  dawn(g, w, h) {
    sky(g, w, h, [
      [0, [118, 140, 172]],
      [0.32, [214, 190, 184]],
      [0.52, [250, 214, 176]],
      [1, [250, 224, 196]],
    ])
    glow(g, w * 0.66, h * 0.42, h * 0.6, [255, 236, 200], 0.95)
    ridges(g, w, h, { from: 0.46, count: 6, far: [196, 178, 178], near: [38, 42, 54], veil: [238, 206, 180], seed: 11 })
  },
  sea(g, w, h) {
    sky(g, w, h, [
      [0, [38, 54, 92]],
      [0.35, [140, 124, 150]],
      [0.56, [246, 172, 128]],
      [1, [250, 190, 140]],
    ])
    glow(g, w * 0.4, h * 0.55, h * 0.55, [255, 220, 170], 0.95)
    g.fillStyle = rgb([255, 240, 214])
    g.beginPath()
    g.arc(w * 0.4, h * 0.535, h * 0.036, 0, 7)
    g.fill()
    water(g, w, h, h * 0.58, {
      light: [206, 146, 124],
      dark: [24, 38, 66],
      sunX: w * 0.4,
      sunColor: [255, 218, 170],
      seed: 5,
    })
  },
  night(g, w, h) {
    sky(g, w, h, [
      [0, [8, 12, 30]],
      [0.55, [28, 38, 74]],
      [0.8, [76, 84, 124]],
      [1, [140, 120, 130]],
    ])
    for (let i = 0; i < 16; i++) glow(g, w * (0.15 + i * 0.05), h * (0.95 - i * 0.065), h * 0.2, [150, 160, 214], 0.07)
    stars(g, w, h, 1500, 21)
    ridge(g, w, h, {
      seed: 31,
      base: h * 0.86,
      rise: h * 0.34,
      scale: 2.4,
      top: [16, 18, 34],
      bottom: [6, 7, 14],
      keep: 0.52,
    })
    trees(g, w, h, { seed: 77, base: h * 1.01, size: h * 0.14, color: [3, 4, 8], count: 46 })
  },
  forest(g, w, h) {
    sky(g, w, h, [
      [0, [190, 204, 204]],
      [1, [222, 226, 218]],
    ])
    const layers = [
      [150, 170, 166],
      [112, 138, 132],
      [70, 98, 92],
      [34, 58, 54],
      [14, 28, 27],
    ]
    layers.forEach((tone, i) => {
      trees(g, w, h, {
        seed: 100 + i,
        base: h * (0.46 + i * 0.14),
        size: h * (0.16 + i * 0.055),
        color: tone,
        count: 44 - i * 6,
      })
      mist(g, w, h, h * (0.5 + i * 0.15), h * 0.13, [218, 224, 216], 0.6 - i * 0.12)
    })
  },
  lake(g, w, h) {
    const half = Math.round(h * 0.52)
    sky(g, w, h, [
      [0, [88, 124, 158]],
      [0.3, [178, 196, 204]],
      [0.52, [240, 216, 188]],
      [1, [240, 216, 188]],
    ])
    ridges(g, w, half * 1.02, {
      from: 0.6,
      count: 4,
      far: [148, 160, 172],
      near: [34, 52, 58],
      veil: [226, 210, 192],
      seed: 305,
      rise: 0.4,
    })
    trees(g, w, half, { seed: 320, base: half * 0.99, size: half * 0.16, color: [18, 34, 36], count: 60 })
    g.save()
    g.translate(0, half * 2)
    g.scale(1, -1)
    g.filter = 'blur(2px) brightness(0.82)'
    g.drawImage(g.canvas, 0, half * 2 - h, w, h - half, 0, half * 2 - h, w, h - half)
    g.drawImage(g.canvas, 0, 0, w, half, 0, 0, w, half)
    g.restore()
    const next = random(340)
    for (let i = 0; i < 900; i++) {
      const t = next()
      g.fillStyle = rgb([236, 226, 212], 0.08)
      g.fillRect(next() * w, half + t * (h - half), 12 + t * 70 * next(), 0.7 + t)
    }
  },
  dusk(g, w, h) {
    sky(g, w, h, [
      [0, [44, 40, 84]],
      [0.4, [150, 84, 122]],
      [0.66, [240, 146, 110]],
      [1, [250, 190, 130]],
    ])
    glow(g, w * 0.3, h * 0.68, h * 0.5, [255, 210, 150], 0.9)
    ridges(g, w, h, {
      from: 0.62,
      count: 5,
      far: [176, 100, 116],
      near: [26, 18, 36],
      veil: [244, 160, 120],
      seed: 417,
      rise: 0.26,
      scale: 2.4,
    })
  },
  meadow(g, w, h) {
    sky(g, w, h, [
      [0, [104, 156, 206]],
      [0.55, [204, 222, 232]],
      [1, [236, 236, 226]],
    ])
    ridges(g, w, h, {
      from: 0.48,
      count: 4,
      far: [150, 176, 176],
      near: [74, 104, 56],
      veil: [206, 218, 200],
      seed: 508,
      rise: 0.2,
      scale: 1.6,
    })
    const next = random(520)
    for (let i = 0; i < 9000; i++) {
      const t = next() ** 0.7
      const y = h * (0.72 + t * 0.3)
      g.strokeStyle = rgb(mix([150, 160, 78], [44, 72, 34], next()), 0.5)
      g.lineWidth = 0.5 + t
      const x = next() * w
      g.beginPath()
      g.moveTo(x, y)
      g.lineTo(x + (next() - 0.4) * 12 * t, y - (6 + 26 * next()) * t)
      g.stroke()
    }
  },
}

/** Rows of [scene, width / height] that fill the width, 12 px apart; the gaps stay clear. */
export function drawPreview(rows, width, gap) {
  const height = rows.reduce((sum, row) => sum + rowHeight(row, width, gap) + gap, -gap)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const all = canvas.getContext('2d')
  let top = 0
  rows.forEach((row, r) => {
    const tall = rowHeight(row, width, gap)
    let left = 0
    row.forEach(([scene, ratio], i) => {
      const wide = i === row.length - 1 ? width - left : Math.round(tall * ratio)
      const picture = drawScene(scene, wide, tall, r * 10 + i)
      all.save()
      all.beginPath()
      all.roundRect(left, top, wide, tall, 8)
      all.clip()
      all.drawImage(picture, left, top)
      all.restore()
      left += wide + gap
    })
    top += tall + gap
  })
  return canvas
}
export function drawScene(scene, w, h, seed = 1) {
  const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
  const g = canvas.getContext('2d')
  scenes[scene](g, w, h)
  finish(g, w, h, seed + 900)
  return canvas
}
const rowHeight = (row, width, gap) =>
  Math.round((width - gap * (row.length - 1)) / row.reduce((sum, [, ratio]) => sum + ratio, 0))
