import { csvHead, csvLine } from './csv.ts'

/** As a spreadsheet reads a line that it splits at `separator`: quotes count only at the start of a cell (RFC 4180). */
function read(text: string, separator: string): string[] {
  const ends = `${separator === '|' ? '\\|' : separator}\r\n`
  const cells = text.matchAll(new RegExp(`(?:^|[${ends}])(?:"((?:[^"]|"")*)(?:"|$))?([^${ends}]*)`, 'g'))
  return [...cells].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}
const FORMULA = /^\s*[=+\-@＝＋－＠]/

describe('a line for spreadsheets', () => {
  it('quotes what would break it', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 12, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,12,true\r\n',
    )
  })
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\nx', ' =1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'makes a text of the formula %j',
    text => {
      expect(csvLine([text])).toMatch(/^"?'/)
    },
  )

  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const behind = [';', ',', '\t', '|', '\n', '\r', '\r\n', '; ', ';"', ';;', '\u2028', '\u0085', '\v']
  it.each(behind.flatMap(split => signs.map(sign => `Anna${split}${sign}HYPERLINK("http://x";"y")`)))(
    'holds no formula behind a separator: %j',
    text => {
      for (const cells of [[text], ['first', text], ['a"b', text, 'c'], [`"${text}"`, 'z']])
        for (const separator of [',', ';', '\t', '|'])
          expect(read(csvLine(cells).trimEnd(), separator).filter(cell => FORMULA.test(cell))).toEqual([])
    },
  )

  it('leaves numbers and inner signs alone', () => {
    expect(csvLine([-5, 'a=b', 'anna-lee@example.org', 'a - b'])).toBe('-5,a=b,anna-lee@example.org,a - b\r\n')
  })
  it('begins a file with the mark by which Excel recognises UTF-8', () => {
    expect(Buffer.from(csvHead(['Müller']))).toEqual(Buffer.from('\ufeffMüller\r\n'))
  })
})
