type Entry = { tag: number; type: number; values: number[] }
const SIZES: Record<number, number> = { 1: 1, 3: 2, 4: 4, 5: 8, 10: 8 }

/**
 * Returns a DNG without a preview, with the samples of a sensor: rows of red and green alternate with rows of green and blue. `color`
 * returns the linear light (0 to 1) of a pixel.
 */
export function createSensorDng(
  width: number,
  height: number,
  color: (x: number, y: number) => [number, number, number],
): Buffer {
  const entries: Entry[] = [
    { tag: 254, type: 4, values: [0] },
    { tag: 256, type: 4, values: [width] },
    { tag: 257, type: 4, values: [height] },
    { tag: 258, type: 3, values: [16] },
    { tag: 259, type: 3, values: [1] },
    { tag: 262, type: 3, values: [32803] }, // color filter array
    { tag: 273, type: 4, values: [0] }, // replaced by the offset of the samples below
    { tag: 274, type: 3, values: [1] },
    { tag: 277, type: 3, values: [1] },
    { tag: 278, type: 4, values: [height] },
    { tag: 279, type: 4, values: [width * height * 2] },
    { tag: 33421, type: 3, values: [2, 2] },
    { tag: 33422, type: 1, values: [0, 1, 1, 2] }, // color filter pattern: red and green, then green and blue
    { tag: 50706, type: 1, values: [1, 4, 0, 0] },
    { tag: 50714, type: 3, values: [0] }, // black level
    { tag: 50717, type: 3, values: [65535] }, // white level
    // the matrix from XYZ (D65) to sRGB, so that the colors of the camera are those of sRGB
    { tag: 50721, type: 10, values: [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570] },
    { tag: 50728, type: 5, values: [10000, 10000, 10000] },
    { tag: 50778, type: 3, values: [21] },
  ]
  const extraAt = 8 + 2 + entries.length * 12 + 4
  const extras: Buffer[] = []
  const directory = Buffer.alloc(extraAt)
  directory.write('II*\0\b\0\0\0', 'latin1')
  directory.writeUInt16LE(entries.length, 8)
  let end = extraAt
  const encodedValues = entries.map(({ type, values }) => encodeValues(type, values))
  const dataAt = extraAt + encodedValues.filter(body => body.length > 4).reduce((sum, body) => sum + body.length, 0)
  entries.forEach(({ tag, type, values }, index) => {
    const at = 10 + index * 12
    const body = tag === 273 ? encodeValues(4, [dataAt]) : (encodedValues[index] ?? Buffer.alloc(0))
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(values.length, at + 4)
    if (body.length <= 4) body.copy(directory, at + 8)
    else {
      directory.writeUInt32LE(end, at + 8)
      extras.push(body)
      end += body.length
    }
  })
  return Buffer.concat([directory, ...extras, createSensorSamples(width, height, color)])
}

function encodeValues(type: number, values: number[]): Buffer {
  const size = SIZES[type] ?? 1
  const body = Buffer.alloc(values.length * size)
  values.forEach((value, index) => {
    const at = index * size
    if (type === 1) body.writeUInt8(value, at)
    else if (type === 3) body.writeUInt16LE(value, at)
    else if (type === 4) body.writeUInt32LE(value, at)
    else {
      body.writeInt32LE(value, at)
      body.writeInt32LE(10_000, at + 4)
    }
  })
  return body
}

function createSensorSamples(
  width: number,
  height: number,
  color: (x: number, y: number) => [number, number, number],
): Buffer {
  const rows = Buffer.alloc(width * height * 2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const filter = (y & 1) + (x & 1)
      rows.writeUInt16LE(Math.round(color(x, y)[filter === 0 ? 0 : filter === 1 ? 1 : 2]! * 65535), (y * width + x) * 2)
    }
  return rows
}
