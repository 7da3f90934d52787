import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Cell = string | number | boolean | null

/** Without it Excel reads the file in the code page of the system and shows MÃ¼ller. The CSV files are meant for people only. */
const BYTE_ORDER_MARK = '\ufeff'

/** Characters that start a formula, also in the full-width forms of East Asian keyboards. */
const SIGN = '[=+\\-@＝＋－＠]'
/** Characters at which spreadsheets may split a line into cells, and line ends. */
const SPLITS = ',;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029'
const AT_START = new RegExp(`^(?:[\\s"]*${SIGN}|[\\t\\r\\n])`)
const BEHIND_SPLIT = new RegExp(`([${SPLITS}][\\s"]*)(?=${SIGN})`, 'g')

const QUOTED = new RegExp(`["${SPLITS}]`)

/** The first line of a file: byte order mark and column names. */
export const csvHead = (names: string[]): string => BYTE_ORDER_MARK + csvLine(names)

/**
 * One line of CSV (RFC 4180). An apostrophe precedes everything that could start a formula: at the start of a cell, and inside it after
 * each separator, because a spreadsheet in German or French splits the line at semicolons and ignores these quotes. Otherwise the name of
 * a visitor could run code on the machine of the person who opens the list.
 */
export const csvLine = (cells: Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(BEHIND_SPLIT, "$1'").replace(AT_START, "'$&")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Csv = {
  filename: string
  /** Records the export before the first byte is sent. */
  record: () => Promise<unknown>
  lines: () => AsyncIterable<string>
}

/** Streams the lines. HEAD reads and records nothing. */
export async function sendCsv(request: Request, response: Response, { filename, record, lines }: Csv): Promise<void> {
  const hasBody = request.method !== 'HEAD'
  if (hasBody) await record()
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${filename}"`)
  response.setHeader('Cache-Control', 'no-store')
  if (!hasBody) return void response.end()
  await pipeline(Readable.from(lines()), response)
}
