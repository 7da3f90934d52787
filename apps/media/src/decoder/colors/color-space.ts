type Point = [x: number, y: number]
/** CIE chromaticities of the primary colors and the white point. */
export type Primaries = { red: Point; green: Point; blue: Point; white: Point }
/** A 3 × 3 matrix of numbers as a list of rows. */
export type Matrix = number[][]
type Vector = [number, number, number]

const D65_CHROMATICITY: Point = [0.3127, 0.329]
export const BT709: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65_CHROMATICITY }
export const ADOBE_RGB: Primaries = {
  red: [0.64, 0.33],
  green: [0.21, 0.71],
  blue: [0.15, 0.06],
  white: D65_CHROMATICITY,
}
export const DISPLAY_P3: Primaries = {
  red: [0.68, 0.32],
  green: [0.265, 0.69],
  blue: [0.15, 0.06],
  white: D65_CHROMATICITY,
}
export const BT2020: Primaries = {
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
  white: D65_CHROMATICITY,
}

/** XYZ of the white point that ICC profiles use. */
export const D50_XYZ: Vector = [0.9642, 1, 0.8249]
const BRADFORD_MATRIX: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Returns the matrix from linear RGB to XYZ, adapted to D50. Returns undefined if the primaries do not span a color space. */
export function rgbToXyzMatrix({ red, green, blue, white }: Primaries): Matrix | undefined {
  const columns = [red, green, blue].map(([x, y]) => [x, y, 1 - x - y])
  const unscaled = [0, 1, 2].map(row => columns.map(column => column[row] ?? 0))
  const scale = multiplyVector(invertMatrix(unscaled), chromaticityToXyz(white))
  const unadapted = unscaled.map(row => row.map((value, index) => value * (scale[index] ?? 0)))
  const [sourceWhite, targetWhite] = [
    multiplyVector(BRADFORD_MATRIX, chromaticityToXyz(white)),
    multiplyVector(BRADFORD_MATRIX, D50_XYZ),
  ]
  const adaptation = multiplyMatrices(
    invertMatrix(BRADFORD_MATRIX),
    BRADFORD_MATRIX.map((row, index) =>
      row.map(value => (value * (targetWhite[index] ?? 0)) / (sourceWhite[index] ?? 0)),
    ),
  )
  const matrix = multiplyMatrices(adaptation, unadapted)
  return matrix.flat().every(value => Math.abs(value) < 4) ? matrix : undefined
}

/** Returns the matrix from XYZ, adapted to D50, to the linear RGB of sRGB. */
export const xyzToSrgbMatrix = (): Matrix => invertMatrix(rgbToXyzMatrix(BT709) ?? BRADFORD_MATRIX)

/** Returns the matrix from linear RGB in the primaries `from` to linear RGB in the primaries `to`. */
export function primariesToPrimariesMatrix(from: Primaries, to: Primaries): Matrix {
  const [source, target] = [rgbToXyzMatrix(from), rgbToXyzMatrix(to)]
  return source && target
    ? multiplyMatrices(invertMatrix(target), source)
    : [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]
}

const chromaticityToXyz = ([x, y]: Point): Vector => [x / y, 1, (1 - x - y) / y]
const multiplyVector = (matrix: Matrix, vector: number[]): number[] =>
  matrix.map(row => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0))
export const multiplyMatrices = (left: Matrix, right: Matrix): Matrix =>
  left.map(row =>
    [0, 1, 2].map(column => row.reduce((sum, value, index) => sum + value * (right[index]?.[column] ?? 0), 0)),
  )

function invertMatrix(matrix: Matrix): Matrix {
  const cofactor = (row: number, column: number): number => {
    const valueAt = (r: number, c: number): number => matrix[(row + r) % 3]?.[(column + c) % 3] ?? 0
    return valueAt(1, 1) * valueAt(2, 2) - valueAt(1, 2) * valueAt(2, 1)
  }
  const determinant = [0, 1, 2].reduce((sum, column) => sum + (matrix[0]?.[column] ?? 0) * cofactor(0, column), 0)
  return [0, 1, 2].map(row => [0, 1, 2].map(column => cofactor(column, row) / determinant))
}

/** How an HDR picture encodes light: transfer function and primaries. `peakNits` is the brightness of its brightest pixels, in nits. */
export type HdrLight = { transfer: 'pq' | 'hlg'; primaries: Primaries; peakNits: number }

/**
 * Color space of the pixel values of a file, for decoding and for the preflight check (rule 146). `name` is displayed to the owner; it is
 * empty if the file states no color space that other programs can read.
 */
export type ColorSpace = { name: string } & (
  | { kind: 'srgb' }
  /**
   * RGB values with an ICC profile. If `isTiff` is true, they are converted as the ICC standard defines; those of other formats are
   * converted as Chromium does, which does not display TIFF.
   */
  | { kind: 'profile'; icc: Buffer; isTiff?: boolean }
  /** CMYK values, with or without a profile. */
  | { kind: 'cmyk'; icc: Buffer | undefined; isTiff?: boolean }
  | { kind: 'hdr'; light: HdrLight }
)
export const UNSTATED_COLOR_SPACE: ColorSpace = { kind: 'srgb', name: '' }

/** Converts linear light (0 to 1) to an sRGB value (0 to 1). */
export const encodeSrgb = (light: number): number => {
  if (!(light > 0)) return 0
  return light >= 1 ? 1 : light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}
