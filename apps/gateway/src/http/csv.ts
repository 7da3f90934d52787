import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Cell = string | number | boolean | null

/**
 * Without this mark, Excel reads the file in the code page of the system and shows MÃ¼ller for Müller. Programs that do not expect the mark
 * are not considered, because the CSV files are meant for people.
 */
const BYTE_ORDER_MARK = '\ufeff'

/** Characters that start a formula, also in the full-width forms of East Asian keyboards. */
const FORMULA_SIGN = '[=+\\-@＝＋－＠]'
/** Characters at which spreadsheets may split a line into cells, and line ends. */
const SEPARATORS = ',;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029'
const SIGN_AT_START = new RegExp(`^(?:[\\s"]*${FORMULA_SIGN}|[\\t\\r\\n])`)
const SIGN_AFTER_SEPARATOR = new RegExp(`([${SEPARATORS}][\\s"]*)(?=${FORMULA_SIGN})`, 'g')

const NEEDS_QUOTES = new RegExp(`["${SEPARATORS}]`)

/** The first line of a file: byte order mark and column names. */
export const formatCsvHead = (names: string[]): string => BYTE_ORDER_MARK + formatCsvLine(names)

/**
 * One line of CSV (RFC 4180). An apostrophe is inserted before every character that could start a formula: at the start of a cell, and
 * after each separator inside a cell, because a spreadsheet in German or French splits the line at semicolons and ignores the quotes.
 * Otherwise the name of a visitor could run code on the machine of the person who opens the file.
 */
export const formatCsvLine = (cells: Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(SIGN_AFTER_SEPARATOR, "$1'").replace(SIGN_AT_START, "'$&")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type CsvDownload = {
  filename: string
  /** Records the export before the first byte is sent. */
  record: () => Promise<unknown>
  lines: () => AsyncIterable<string>
}

/** Streams the lines as a download. For HEAD, only the headers are sent, and nothing is read or recorded. */
export async function sendCsv(
  request: Request,
  response: Response,
  { filename, record, lines }: CsvDownload,
): Promise<void> {
  const hasBody = request.method !== 'HEAD'
  if (hasBody) await record()
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${filename}"`)
  response.setHeader('Cache-Control', 'no-store')
  if (!hasBody) return void response.end()
  await pipeline(Readable.from(lines()), response)
}
