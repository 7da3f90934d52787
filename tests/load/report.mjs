/**
 * Lines of the result. With `atLeast` or `atMost` a line has a target; without, it is for information.
 * @typedef {{ part: string, what: string, value: number, unit?: string, atLeast?: number, atMost?: number, of?: string }} Line
 */

/** Collects lines, prints each immediately, and a table at the end. */
export class Report {
  lines = []
  notMeasured = []

  add(line) {
    const full = { ...line, verdict: verdict(line) }
    this.lines.push(full)
    console.log(`  ${full.verdict.padEnd(4)}  ${line.what}: ${shown(line)}`)
  }

  skip(part, reason) {
    this.notMeasured.push({ part, reason })
    console.log(`  not measured: ${reason}`)
  }

  get isMissed() {
    return this.lines.some(line => line.verdict === 'MISS')
  }

  print() {
    const rows = this.lines.map(line => [line.part, line.what, number(line), target(line), line.verdict, line.of ?? ''])
    const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => row[column].length)))
    console.log('')
    for (const [part, what, value, wanted, answer, of] of rows) {
      const cells = [
        part.padEnd(widths[0]),
        what.padEnd(widths[1]),
        value.padStart(widths[2]),
        wanted.padEnd(widths[3]),
      ]
      console.log(`${cells.join('  ')}  ${answer.padEnd(4)}  ${of}`.trimEnd())
    }
    for (const { part, reason } of this.notMeasured) console.log(`${part}  not measured: ${reason}`)
  }
}

function verdict({ value, atLeast, atMost }) {
  if (atLeast === undefined && atMost === undefined) return ''
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost) ? 'pass' : 'MISS'
}

const number = ({ value, unit = 'x' }) => `${digits(value)} ${unit}`
const digits = value => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))
function target({ atLeast, atMost, unit = 'x' }) {
  if (atLeast !== undefined) return `>= ${atLeast} ${unit}`
  return atMost === undefined ? '' : `<= ${atMost} ${unit}`
}
const shown = line =>
  [number(line), target(line) && `(${target(line)})`, line.of && `· ${line.of}`].filter(Boolean).join(' ')
