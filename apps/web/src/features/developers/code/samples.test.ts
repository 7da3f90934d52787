import { samples } from '../../../../test/made/samples.ts'
import { textOf } from './code-line.ts'
import { partsOf, SAMPLE_BASE } from './samples.ts'

const STEPS = ['Check your token', 'Create an album', 'Upload a photo', 'Share it']

it.each(['js', 'swift', 'py', 'sh'])('S-DEV-08 the quickstart in %s has the same steps', language => {
  const parts = partsOf(samples[`quickstart.${language}`] ?? [])
  expect(parts.map(({ title }) => title)).toEqual(STEPS)
  for (const { lines } of parts) expect(textOf(lines).trim()).not.toBe('')
})

it.each(Object.keys(samples))('%s has a place for address and token, and fits beside its words', name => {
  const text = textOf(samples[name] ?? [])
  if (name !== 'receive-webhook.js') {
    expect(text).toContain(SAMPLE_BASE)
    expect(text).toContain('dm_your_token')
  }
  expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(110)
})

it('code is coloured as what it is', () => {
  const lines = samples['authenticate.py'] ?? []
  expect(lines[0]).toEqual([['import', 'keyword'], ' requests'])
})
