import encodeQR from 'qr'
import styles from './qr-code.module.css'

/** A QR code. It is dark on white in both themes, because cameras cannot read inverted codes. */
export function QrCode({ modules, label }: { modules: boolean[][]; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${modules.length} ${modules.length}`} className={styles['code']}>
      <path d={svgPathOf(modules)} />
    </svg>
  )
}

/** The width of the empty margin around a code, which scanners need. */
const QUIET_ZONE_MODULES = 4

/** Encodes a text as a QR code. Returns the rows of its modules; true is a dark module. */
export const encodeQrModules = (text: string): boolean[][] =>
  encodeQR(text, 'raw', { border: QUIET_ZONE_MODULES, ecc: 'medium' })

/** Converts the dark modules to one SVG path in which a module is one unit wide. */
export const svgPathOf = (modules: boolean[][]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
