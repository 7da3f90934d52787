import { PickRows } from './pick-rows.ts'

const now = () => new Date().toISOString()
const rows = (device: string) => new PickRows(device, new Set(['a', 'b', 'c']))

it('rule 103 a change made while the previous one is being sent is still unsent', () => {
  const mine = rows('aaaaaaaa')
  mine.say('a', { choice: 'picked' })
  const onTheirWay = mine.unsent()
  mine.say('a', { choice: 'none' })
  mine.sent(onTheirWay)
  expect(mine.unsent().map(({ choice }) => choice)).toEqual(['none'])
  mine.sent(mine.unsent())
  expect(mine.unsent()).toEqual([])
})

it('rule 103 two devices that receive changes of each other converge, and the last change wins', () => {
  const [phone, desk] = [rows('aaaaaaaa'), rows('bbbbbbbb')]
  phone.say('a', { choice: 'picked' })
  phone.say('b', { choice: 'picked' })
  desk.say('a', { choice: 'rejected' })
  desk.say('b', { note: 'larger' })
  const [said, answered] = [phone.unsent(), desk.unsent()]
  phone.take(answered, now())
  desk.take(said, now())
  for (const id of ['a', 'b']) expect(phone.of(id)).toEqual(desk.of(id))
  expect(phone.of('b')).toMatchObject({ choice: 'picked', note: 'larger' })
  phone.say('a', { choice: 'none' })
  desk.take(phone.unsent(), now())
  expect(desk.of('a').choice).toBe('none')
})

it('rule 103 a device whose clock is an hour behind wins once it has received the other change', () => {
  const mine = rows('aaaaaaaa')
  const ahead = `${Date.now() + 3_600_000}-0000-bbbbbbbb`
  mine.take([{ image_id: 'a', choice: 'rejected', choice_at: ahead, note: '', note_at: '' }], now())
  mine.say('a', { choice: 'picked' })
  expect(mine.unsent()[0]?.choice_at && mine.unsent()[0]!.choice_at > ahead).toBe(true)
})

it('rule 104 only photos that the gallery shows are counted', () => {
  const mine = rows('aaaaaaaa')
  for (const id of ['a', 'gone']) mine.say(id, { choice: 'picked' })
  expect(mine.chosen('picked')).toEqual(['a'])
})
