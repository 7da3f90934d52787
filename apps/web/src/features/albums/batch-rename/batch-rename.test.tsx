import { createNumberedTitles, previewTitles, parseStartNumber, toTitleUpdates } from './batch-rename.dialog.tsx'

const rename = { baseName: 'Lisbon ', startNumber: '1', digits: 3 as const }

describe('batch rename', () => {
  it('L-VAL-06 a title is the base name plus the zero-padded number', () => {
    expect(createNumberedTitles(rename, 2)).toEqual(['Lisbon 001', 'Lisbon 002'])
    expect(createNumberedTitles({ ...rename, digits: 2 }, 1)).toEqual(['Lisbon 01'])
    expect(createNumberedTitles({ ...rename, digits: 4, startNumber: '98' }, 3)).toEqual([
      'Lisbon 0098',
      'Lisbon 0099',
      'Lisbon 0100',
    ])
  })

  it('L-VAL-06 a number with more digits than selected is not shortened', () => {
    expect(createNumberedTitles({ ...rename, digits: 2, startNumber: '99' }, 2)).toEqual(['Lisbon 99', 'Lisbon 100'])
  })

  it.each([
    ['', 1],
    ['abc', 1],
    ['0', 0],
    ['-4', 0],
    ['12', 12],
  ])('L-VAL-05 the start number %j means %i', (text, number) => {
    expect(parseStartNumber(text)).toBe(number)
  })

  it('L-VAL-07 the preview shows the first 5 titles and counts the other titles', () => {
    expect(previewTitles(rename, 12)).toEqual({
      titles: ['Lisbon 001', 'Lisbon 002', 'Lisbon 003', 'Lisbon 004', 'Lisbon 005'],
      remainingCount: 7,
    })
    expect(previewTitles(rename, 5).remainingCount).toBe(0)
  })

  it('L-VAL-06 every photo gets its title in the order of the album', () => {
    expect(toTitleUpdates(rename, ['p1', 'p2'])).toEqual([
      { id: 'p1', title: 'Lisbon 001' },
      { id: 'p2', title: 'Lisbon 002' },
    ])
  })
})
