/** What a spreadsheet would take for a formula, also behind a tab or the end of a line. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * One line of a file for spreadsheets (RFC 4180). A cell that would be a formula gets an apostrophe in front: whoever may choose
 * a name must not run anything on the machine of who opens the list.
 */
export const csvLine = (cells: (string | number | boolean | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
