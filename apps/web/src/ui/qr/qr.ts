import encodeQR from 'qr'

/** The quiet zone that readers need around a code, in modules. */
const BORDER = 4

/** The modules of the code of an address, row by row; true is dark. */
export const modulesOf = (text: string): boolean[][] => encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' })

/** All dark modules as one path with one unit per module. */
export const pathOf = (modules: boolean[][]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
