import { samples } from '../../../../test/made/samples.ts'
import { joinLines } from './code-line.ts'
import { splitSample, SAMPLE_BASE_URL } from './languages.tsx'

const STEPS = ['Check your token', 'Create an album', 'Upload a photo', 'Share it']

it.each(['js', 'swift', 'py', 'sh'])('S-DEV-08 the quickstart in %s has the same steps', language => {
  const parts = splitSample(samples[`quickstart.${language}`] ?? [])
  expect(parts.map(({ title }) => title)).toEqual(STEPS)
  for (const { lines } of parts) expect(joinLines(lines).trim()).not.toBe('')
})

const names = Object.keys(samples)
const textIn = (name: string) => joinLines(samples[name] ?? [])

it.each(names.filter(name => name !== 'receive-webhook.js'))('%s has placeholders for URL and token', name => {
  expect(textIn(name)).toContain(SAMPLE_BASE_URL)
  expect(textIn(name)).toContain('dm_your_token')
})
