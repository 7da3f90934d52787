import { formatCsvHead, formatCsvLine } from './csv.ts'

/** Splits a line at `separator` like a spreadsheet: quotes count only at the start of a cell (RFC 4180). */
function splitLikeSpreadsheet(text: string, separator: string): string[] {
  const ends = `${separator === '|' ? '\\|' : separator}\r\n`
  const cells = text.matchAll(new RegExp(`(?:^|[${ends}])(?:"((?:[^"]|"")*)(?:"|$))?([^${ends}]*)`, 'g'))
  return [...cells].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}
const FORMULA = /^\s*[=+\-@＝＋－＠]/

describe('a CSV line', () => {
  it('quotes separators, quotes and line breaks', () => {
    expect(formatCsvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 12, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,12,true\r\n',
    )
  })
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\nx', ' =1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'escapes the formula %j',
    text => {
      expect(formatCsvLine([text])).toMatch(/^"?'/)
    },
  )

  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const separators = [';', ',', '\t', '|', '\n', '\r', '\r\n', '; ', ';"', ';;', '\u2028', '\u0085', '\v']
  it.each(separators.flatMap(separator => signs.map(sign => `Anna${separator}${sign}HYPERLINK("http://x";"y")`)))(
    'contains no formula after a separator: %j',
    text => {
      for (const cells of [[text], ['first', text], ['a"b', text, 'c'], [`"${text}"`, 'z']])
        for (const separator of [',', ';', '\t', '|'])
          expect(
            splitLikeSpreadsheet(formatCsvLine(cells).trimEnd(), separator).filter(cell => FORMULA.test(cell)),
          ).toEqual([])
    },
  )

  it('does not change numbers and signs inside a word', () => {
    expect(formatCsvLine([-5, 'a=b', 'anna-lee@example.org', 'a - b'])).toBe('-5,a=b,anna-lee@example.org,a - b\r\n')
  })
  it('starts a file with the byte order mark by which Excel recognizes UTF-8', () => {
    expect(Buffer.from(formatCsvHead(['Müller']))).toEqual(Buffer.from('\ufeffMüller\r\n'))
  })
})
