import {
  findFormatProblems,
  findMisspellings,
  findPhrases,
  findWordListProblems,
  readPhrases,
} from '../../tools/vocabulary.mjs'

const phrasesIn = (text: string) =>
  findPhrases(text, readPhrases()).map(({ line, term }: { line: number; term: string }) => `${line} ${term}`)

it('the spelling check finds forbidden words in prose, names and commit subjects, and misspelled and British words', () => {
  const texts = [
    'the service told the client', // prose
    'const isTold = told_at', // names
    'new KeptAnswers(somebody)',
    'media: read the file anew', // the subject of a commit
    'recieve an event',
    'const behaviourOf = catalogueOf(normalise)',
    'The gateway retries an untold number of requests with EXIF data.',
  ]
  expect(findMisspellings(texts.join('\n')).map(({ line, problem }) => `${line} ${problem}`)).toEqual([
    '1 Forbidden word (told)',
    '2 Forbidden word (Told)',
    '2 Forbidden word (told)',
    '3 Forbidden word (KeptAnswers)',
    '3 Forbidden word (somebody)',
    '4 Forbidden word (anew)',
    '5 Unknown word (recieve)',
    '6 Unknown word (behaviour)',
    '6 Forbidden word (catalogue)',
    '6 Unknown word (normalise)',
  ])
})

it('phrases of the glossary are found in any case, but not as parts of other words', () => {
  expect(phrasesIn("So many calls\nit goes  on\nimport './fall-in.ts'")).toEqual([
    '1 so many',
    '2 goes on',
    '3 fall-in',
  ])
  expect(phrasesIn('so manyfold, KeptAnswers, freefall-in')).toEqual([])
})

it('accepts commit subjects with an area and an imperative sentence, and those of Git', () => {
  for (const subject of [
    'tests: poll instead of sleeping in the gallery tests',
    'platform, contracts: name event priorities',
    "Merge branch 'main' of /work/main",
  ])
    expect(findFormatProblems(subject)).toEqual([])
})

it('rejects commit subjects without an area, with a period or beyond 72 characters', () => {
  expect(findFormatProblems('Fix the upload')).toHaveLength(1)
  expect(findFormatProblems('media: fix the upload.')).toHaveLength(1)
  expect(findFormatProblems(`media: ${'x'.repeat(66)}`)).toEqual(['use at most 72 characters instead of 73'])
})

it('the word list must be sorted and must not contain unused words', () => {
  expect(findWordListProblems(['exif', 'heic'], ['readExif()', 'HEIC'])).toEqual([])
  expect(findWordListProblems(['heic', 'exif'], ['readExif()'])).toEqual([
    'tools/words.txt: "exif" is not in alphabetical order',
    'tools/words.txt: "heic" is not used: remove it',
  ])
})
