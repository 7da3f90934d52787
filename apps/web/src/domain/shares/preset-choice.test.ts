import type { http } from '@daymark/contracts'
import { choiceOf, draftOf } from './share-choice.ts'
import { dayIn, draftWith, presetOf } from './preset-choice.ts'

const preset = (fields: Partial<http.Preset> = {}): http.Preset => ({
  ...{ id: 'p', name: 'Proofs', settings: {}, expires_after_days: null, ask_password: false, is_default: false },
  ...{ left_out: [], created_at: '', updated_at: '', ...fields },
})
const PICKS = { minimum: null, maximum: 20, review: true, notes: false, deadline: '' }

it('rule 142 what is saved of a link begins the next one, but for what is of one link alone', () => {
  const draft = { ...draftOf(), theme: 'dark' as const, watermark: true, downloadLimit: '40', expiresOn: dayIn(30) }
  const first = {
    ...draft,
    picks: { ...PICKS, minimum: '', maximum: '20' },
    password: 'puffin',
    slug: 'anna',
    title: 'Anna',
  }
  const saved = presetOf(first, { asksPassword: true })
  expect(saved).toMatchObject({ expires_after_days: 30, ask_password: true })
  expect(saved.settings).toMatchObject({ theme: 'dark', watermark: true, download_limit: 40, picks: PICKS })
  expect(JSON.stringify(saved)).not.toMatch(/puffin|anna/i)
  const begun = draftWith({ ...draftOf(), slug: 'ben', title: 'Ben' }, preset(saved))
  expect(choiceOf(begun)).toEqual({ ...choiceOf({ ...draft, picks: first.picks }), slug: 'ben', title: 'Ben' })
})

it('rule 142 an empty preset is a link as links usually are', () => {
  expect(choiceOf(draftWith(draftOf(), preset()))).toEqual(choiceOf(draftOf()))
  expect(presetOf(draftOf())).toMatchObject({
    expires_after_days: null,
    ask_password: false,
    settings: { watermark: false },
  })
})
