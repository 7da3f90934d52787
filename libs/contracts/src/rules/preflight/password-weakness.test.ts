import { findPasswordWeakness } from './password-weakness.ts'

it.each([
  ['puffin', null],
  ['correct horse', null],
  ['Zoë 7fjords', null],
  ['kiwi', 'short'],
  ['24122026', 'short'],
  ['', 'short'],
  ['Password1', 'common'],
  ['wedding2026', 'common'],
  ['aaaaaaaa', 'common'],
  ['12345678', 'common'],
  ['87654321', 'common'],
  ['abcdefgh', 'common'],
  ['Anna & Ben', 'title'],
  ['annaben', 'title'],
  ['AnnaBen2026', 'title'],
  ['anna-ben-2026', 'title'],
])('rule 147 the password %j is %s at "Anna & Ben"', (password, weakness) => {
  expect(findPasswordWeakness(password, ['Anna & Ben', ''])).toBe(weakness)
})
