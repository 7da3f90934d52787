import { findTerms, readTerms, findSubjectProblems } from '../../tools/vocabulary.mjs'

const terms = readTerms(`
## Words to avoid

| Instead of          | Use             |
| ------------------- | --------------- |
| \`told\`, \`so many\` | notified, limit |
| \`KeptAnswers\`       | ResponseCache   |
`)
const found = (text: string) =>
  findTerms(text, terms).map(({ line, term }: { line: number; term: string }) => `${line} ${term}`)

it('finds a private word in prose and as a part of a name', () => {
  expect(found('what it told us\nisTold told_at toldOf TOLD\nSo many calls')).toEqual(['1 told', '2 told', '3 so many'])
})

it('does not report standard words that contain a private word', () => {
  expect(found('untold, retold and toldo; so manyfold; NotKeptAnswers')).toEqual([])
})

it('suggests the standard term', () => {
  expect(findTerms('new KeptAnswers()', terms)).toEqual([{ line: 1, term: 'KeptAnswers', instead: 'ResponseCache' }])
})

it('accepts commit subjects with an area and an imperative sentence, and those of Git', () => {
  for (const subject of [
    'tests: poll instead of sleeping in the gallery tests',
    'platform, contracts: name event priorities',
    "Merge branch 'main' of /work/main",
  ])
    expect(findSubjectProblems(subject, terms)).toEqual([])
})

it('rejects commit subjects without an area, with a period, beyond 72 characters or with a private word', () => {
  expect(findSubjectProblems('Fix the upload', terms)).toHaveLength(1)
  expect(findSubjectProblems('media: fix the upload.', terms)).toHaveLength(1)
  expect(findSubjectProblems(`media: ${'x'.repeat(66)}`, terms)).toEqual(['use at most 72 characters instead of 73'])
  expect(findSubjectProblems('media: say what it told', terms)).toEqual(['"told": use notified, limit'])
})
