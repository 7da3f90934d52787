import { createTracker } from './tracking.actions.ts'

function recorder() {
  const sent: Record<string, unknown>[] = []
  const beacons: Record<string, unknown>[] = []
  const answers: ((ok: boolean) => void)[] = []
  return {
    sent,
    beacons,
    answer: async (ok = true) => {
      answers.shift()?.(ok)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    },
    transport: {
      send: (body: string) => {
        sent.push(JSON.parse(body))
        return new Promise<void>((resolve, reject) =>
          answers.push(ok => (ok ? resolve() : reject(new Error('offline')))),
        )
      },
      beacon: (body: string) => beacons.push(JSON.parse(body)),
    },
  }
}

const plain = ({ event_id: _, ...event }: Record<string, unknown>) => event

describe('tracking of a public gallery', () => {
  it('S-PUB-18 events are sent in order, one at a time, with the token of the link and their own id', async () => {
    const wire = recorder()
    const tracker = createTracker('tok', wire.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open', image_id: 'a' })
    tracker.track({ event_type: 'photo_view', image_id: 'a' })
    expect(wire.sent.map(plain)).toEqual([{ token: 'tok', event_type: 'lightbox_open', image_id: 'a' }])
    await wire.answer()
    expect(plain(wire.sent[1] ?? {})).toEqual({ token: 'tok', event_type: 'photo_view', image_id: 'a' })
    const ids = wire.sent.map(event => event['event_id'])
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\w-]{16,64}$/)
  })

  it('S-PUB-18 an event that could not be sent is sent first with the next one, as the same event', async () => {
    const wire = recorder()
    const tracker = createTracker('tok', wire.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open' })
    await wire.answer(false)
    expect(wire.sent).toHaveLength(1)
    tracker.track({ event_type: 'lightbox_close' })
    await wire.answer()
    expect(wire.sent.map(event => event['event_type'])).toEqual(['lightbox_open', 'lightbox_open', 'lightbox_close'])
    expect(wire.sent[1]).toEqual(wire.sent[0])
  })

  it('S-PUB-18 without a connection the number of waiting events is limited', async () => {
    const wire = recorder()
    const tracker = createTracker('tok', wire.transport, () => 0)
    for (let i = 0; i < 500; i++) tracker.track({ event_type: 'photo_view' })
    await wire.answer(false)
    tracker.leave()
    expect(wire.beacons).toHaveLength(101)
  })

  it('S-PUB-18 leaving sends waiting events and page_leave by beacon, once until the visitor returns', async () => {
    const wire = recorder()
    let clock = 1000
    const tracker = createTracker('tok', wire.transport, () => clock)
    tracker.track({ event_type: 'lightbox_open' })
    await wire.answer()
    tracker.track({ event_type: 'photo_view', image_id: 'a' })
    tracker.track({ event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } })
    clock = 13_400
    tracker.leave()
    tracker.leave()
    // the pending one may never arrive from a closed page; if it does, it counts once
    expect(wire.beacons[0]).toEqual(wire.sent[1])
    expect(wire.beacons.slice(1).map(plain)).toEqual([
      { token: 'tok', event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } },
      { token: 'tok', event_type: 'page_leave', event_data: { duration_seconds: 12 } },
    ])
    tracker.resume()
    tracker.leave()
    expect(wire.beacons).toHaveLength(4)
  })

  it('S-TRK-08 the duration counts while the page is visible, and restarts after half an hour away', () => {
    const wire = recorder()
    let clock = 0
    const tracker = createTracker('tok', wire.transport, () => clock)
    const at = (seconds: number, method: 'leave' | 'resume') => {
      clock = seconds * 1000
      tracker[method]()
    }
    at(10, 'leave')
    at(100, 'resume')
    at(105, 'leave')
    at(105 + 1800, 'resume')
    at(105 + 1807, 'leave')
    expect(wire.beacons.map(event => event['event_data'])).toEqual(
      [10, 15, 7].map(duration_seconds => ({ duration_seconds })),
    )
  })
})
