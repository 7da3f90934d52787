import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Cell = string | number | boolean | null

/** Without it Excel reads the file in the code page of the system and shows MÃ¼ller. Programs get no CSV from here. */
const BYTE_ORDER_MARK = '\ufeff'

/** What makes a spreadsheet take a cell for a formula; also in the full-width spelling of East Asian keyboards. */
const SIGN = '[=+\\-@＝＋－＠]'
/** Characters at which some spreadsheet, or its user, splits a line into cells, and line ends. */
const SPLITS = ',;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029'
const AT_START = new RegExp(`^(?:[\\s"]*${SIGN}|[\\t\\r\\n])`)
const BEHIND_SPLIT = new RegExp(`([${SPLITS}][\\s"]*)(?=${SIGN})`, 'g')

const QUOTED = new RegExp(`["${SPLITS}]`)

/** Begins a file for people: its column names. */
export const csvHead = (names: string[]): string => BYTE_ORDER_MARK + csvLine(names)

/**
 * One line of a file for spreadsheets (RFC 4180). An apostrophe stands before whatever could begin a formula: at the start of a cell,
 * and inside it behind each separator, because a spreadsheet in German or French splits the line at semicolons and ignores these
 * quotes. A visitor who chooses their own name must not run anything on the machine of the person who opens the list.
 */
export const csvLine = (cells: Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(BEHIND_SPLIT, "$1'").replace(AT_START, "'$&")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Csv = {
  filename: string
  /** Done before anything leaves. */
  note: () => Promise<unknown>
  lines: () => AsyncIterable<string>
}

/** Line by line, as the client takes them. HEAD asks how it would be answered: nothing is read for it, and nothing leaves. */
export async function sendCsv(request: Request, response: Response, { filename, note, lines }: Csv): Promise<void> {
  const isAsked = request.method !== 'HEAD'
  if (isAsked) await note()
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${filename}"`)
  response.setHeader('Cache-Control', 'no-store')
  if (!isAsked) return void response.end()
  await pipeline(Readable.from(lines()), response)
}
