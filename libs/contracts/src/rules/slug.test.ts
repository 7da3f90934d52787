import { randomBytes } from 'node:crypto'
import { isGuessableSlug, isSlug, slugify, findSlugProblem, suggestSlug } from './slug.ts'

it.each([
  ['Anna & Jonas', 'anna-jonas'],
  ['Årsfest & Söhne, Straße 7', 'arsfest-sohne-strasse-7'],
  ['  Iceland!  ', 'iceland'],
  ['京都', 'gallery'],
  ['x'.repeat(39) + ' yz', 'x'.repeat(39)],
])('%s begins the address %s', (title, slug) => expect(slugify(title)).toBe(slug))

it.each(['smith-wedding', 'abc', '2026-05-01', 'a'.repeat(60)])('%s can be an address', slug => {
  expect([isSlug(slug), findSlugProblem(slug)]).toEqual([true, undefined])
})

it.each([
  ['ab', /3 to 60/],
  ['a'.repeat(61), /3 to 60/],
  ['Smith', /lowercase letters/],
  ['a--b', /lowercase letters/],
  ['-ab', /lowercase letters/],
  ['a/b', /lowercase letters/],
  ['login', /reserved/],
  ['support', /reserved/],
  ['a'.repeat(22), /reserved/],
  ['0190c0de-0000-7000-8000-00000000abcd', /reserved/],
])('%s cannot be an address', (slug, problem) => expect(findSlugProblem(slug)).toMatch(problem))

it('suggests the title with a random suffix; typed addresses count as guessable', () => {
  const suggestions = Array.from({ length: 200 }, () => suggestSlug('Anna & Jonas', () => randomBytes(32)))
  expect(new Set(suggestions).size).toBe(200)
  for (const slug of suggestions) {
    expect(slug).toMatch(/^anna-jonas-[a-z0-9]{8}$/)
    expect([isGuessableSlug(slug), findSlugProblem(slug)]).toEqual([false, undefined])
  }
  for (const slug of ['anna-jonas', 'wedding-20260501', 'anna-summer24', 'anna-jonas-2026'])
    expect(isGuessableSlug(slug)).toBe(true)
})
