import { LocalPicks } from './local-picks.ts'

const now = () => new Date().toISOString()
const createLocalPicks = (device: string) => new LocalPicks(device, new Set(['a', 'b', 'c']))

it('rule 103 a change made while the previous one is being sent is still unsent', () => {
  const ownPicks = createLocalPicks('aaaaaaaa')
  ownPicks.edit('a', { choice: 'picked' })
  const sentPicks = ownPicks.listUnsent()
  ownPicks.edit('a', { choice: 'none' })
  ownPicks.markSent(sentPicks)
  expect(ownPicks.listUnsent().map(({ choice }) => choice)).toEqual(['none'])
  ownPicks.markSent(ownPicks.listUnsent())
  expect(ownPicks.listUnsent()).toEqual([])
})

it('rule 103 two devices that receive changes of each other converge, and the last change wins', () => {
  const [phone, desk] = [createLocalPicks('aaaaaaaa'), createLocalPicks('bbbbbbbb')]
  phone.edit('a', { choice: 'picked' })
  phone.edit('b', { choice: 'picked' })
  desk.edit('a', { choice: 'rejected' })
  desk.edit('b', { note: 'larger' })
  const [phoneChanges, deskChanges] = [phone.listUnsent(), desk.listUnsent()]
  phone.mergeFromServer(deskChanges, now())
  desk.mergeFromServer(phoneChanges, now())
  for (const id of ['a', 'b']) expect(phone.get(id)).toEqual(desk.get(id))
  expect(phone.get('b')).toMatchObject({ choice: 'picked', note: 'larger' })
  phone.edit('a', { choice: 'none' })
  desk.mergeFromServer(phone.listUnsent(), now())
  expect(desk.get('a').choice).toBe('none')
})

it('rule 103 a device whose clock is an hour behind wins once it has received the other change', () => {
  const ownPicks = createLocalPicks('aaaaaaaa')
  const laterStamp = `${Date.now() + 3_600_000}-0000-bbbbbbbb`
  ownPicks.mergeFromServer([{ image_id: 'a', choice: 'rejected', choice_at: laterStamp, note: '', note_at: '' }], now())
  ownPicks.edit('a', { choice: 'picked' })
  expect(ownPicks.listUnsent()[0]?.choice_at && ownPicks.listUnsent()[0]!.choice_at > laterStamp).toBe(true)
})

it('rule 104 only photos that the gallery shows are counted', () => {
  const ownPicks = createLocalPicks('aaaaaaaa')
  for (const id of ['a', 'gone']) ownPicks.edit(id, { choice: 'picked' })
  expect(ownPicks.listIdsWithChoice('picked')).toEqual(['a'])
})
