import { findTerms, readTerms } from '../../tools/vocabulary.mjs'

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
