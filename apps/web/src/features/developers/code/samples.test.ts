import { samples } from '../../../../test/made/samples.ts'
import { textOf } from './code-line.ts'
import { partsOf, SAMPLE_BASE } from './samples.ts'

const STEPS = ['Check your token', 'Create an album', 'Upload a photo', 'Share it']

it.each(['js', 'swift', 'py', 'sh'])('S-DEV-08 the quickstart in %s has the same steps', language => {
  const parts = partsOf(samples[`quickstart.${language}`] ?? [])
  expect(parts.map(({ title }) => title)).toEqual(STEPS)
  for (const { lines } of parts) expect(textOf(lines).trim()).not.toBe('')
})

const names = Object.keys(samples)
const textIn = (name: string) => textOf(samples[name] ?? [])

it.each(names.filter(name => name !== 'receive-webhook.js'))('%s has placeholders for address and token', name => {
  expect(textIn(name)).toContain(SAMPLE_BASE)
  expect(textIn(name)).toContain('dm_your_token')
})
