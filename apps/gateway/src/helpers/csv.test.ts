import { csvLine } from './csv.ts'

describe('a line for spreadsheets', () => {
  it('quotes what would break it', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 12, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,12,true\r\n',
    )
  })
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes a text of the formula %j', text => {
    expect(csvLine([text])).toMatch(/^"?'/)
  })
  it('leaves numbers and inner signs alone', () => {
    expect(csvLine([-5, 'a=b', 'anna-lee@example.org'])).toBe('-5,a=b,anna-lee@example.org\r\n')
  })
})
