import { createTracker } from './tracking.ts'

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

describe('tracking of a public gallery', () => {
  it('S-PUB-18 events go out in order, one at a time, with the token of the link', async () => {
    const wire = recorder()
    const tracker = createTracker('tok', wire.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open', image_id: 'a' })
    tracker.track({ event_type: 'photo_view', image_id: 'a' })
    expect(wire.sent).toEqual([{ token: 'tok', event_type: 'lightbox_open', image_id: 'a' }])
    await wire.answer()
    expect(wire.sent[1]).toEqual({ token: 'tok', event_type: 'photo_view', image_id: 'a' })
  })

  it('S-PUB-18 a failed event is forgotten and the next one still goes out', async () => {
    const wire = recorder()
    const tracker = createTracker('tok', wire.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open' })
    tracker.track({ event_type: 'lightbox_close' })
    await wire.answer(false)
    expect(wire.sent.map(event => event.event_type)).toEqual(['lightbox_open', 'lightbox_close'])
  })

  it('S-PUB-18 leaving sends what waits and page_leave by beacon, once until the visitor is back', () => {
    const wire = recorder()
    let clock = 1000
    const tracker = createTracker('tok', wire.transport, () => clock)
    tracker.track({ event_type: 'lightbox_open' })
    tracker.track({ event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } })
    clock = 13_400
    tracker.leave()
    tracker.leave()
    expect(wire.beacons).toEqual([
      { token: 'tok', event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } },
      { token: 'tok', event_type: 'page_leave', event_data: { duration_seconds: 12 } },
    ])
    tracker.back()
    tracker.leave()
    expect(wire.beacons).toHaveLength(3)
  })
})
