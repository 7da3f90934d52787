import decodeQR from 'qr/decode.js'
import { encodeQrModules, svgPathOf } from './qr-code.tsx'

/** Renders a QR code as an image with four pixels per module. */
function renderModules(modules: boolean[][]) {
  const size = modules.length * 4
  const data = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      data.fill(modules[y >> 2]?.[x >> 2] ? 0 : 255, (y * size + x) * 4, (y * size + x) * 4 + 4)
  return { width: size, height: size, data }
}

it.each(['https://photos.example.org/share/anna-jonas-k7m2q9x4', 'http://127.0.0.1:8080/share/ZxyabcdefghijklmnopqrV'])(
  'the QR code of %s contains this URL and has a quiet zone',
  url => {
    const modules = encodeQrModules(url)
    expect(decodeQR(renderModules(modules))).toBe(url)
    const edgeRows = [...modules.slice(0, 4), ...modules.slice(-4)]
    expect(edgeRows.flat().some(Boolean)).toBe(false)
    expect(svgPathOf(modules).match(/M/g)).toHaveLength(modules.flat().filter(Boolean).length)
  },
)
