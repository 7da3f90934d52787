import { choosePageNumbers, countPages, parsePageNumber, formatShownRange } from './use-paged-photos.ts'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [4, 20, [2, 3, 4, 5, 6]],
  [19, 20, [16, 17, 18, 19, 20]],
  [20, 20, [16, 17, 18, 19, 20]],
])('L-PHOTO-09 page %i of %i has the buttons %j', (current, pages, buttons) => {
  expect(choosePageNumbers(current, pages)).toEqual(buttons)
})

it('L-PHOTO-10 page size is 50', () => {
  expect([0, 1, 50, 51, 100, 101].map(countPages)).toEqual([1, 1, 1, 2, 2, 3])
})

it("L-PHOTO-01 shows 'Showing a-b of N photos'", () => {
  expect(formatShownRange(1, 50, 120)).toBe('Showing 1-50 of 120 photos')
  expect(formatShownRange(3, 20, 120)).toBe('Showing 101-120 of 120 photos')
  expect(formatShownRange(1, 1, 1)).toBe('Showing 1-1 of 1 photos')
})

it('an invalid page number shows the first page', () => {
  expect([null, '', '2', '0', '-1', '1.5', 'x'].map(parsePageNumber)).toEqual([1, 1, 2, 1, 1, 1, 1])
})
