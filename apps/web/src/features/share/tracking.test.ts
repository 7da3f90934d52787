import { createTracker } from './tracking.actions.ts'

function createRecorder() {
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

const withoutEventId = ({ event_id: _, ...event }: Record<string, unknown>) => event

describe('tracking of a public gallery', () => {
  it('S-PUB-18 events are sent in order, one at a time, with the token of the link and their own id', async () => {
    const recorder = createRecorder()
    const tracker = createTracker('tok', recorder.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open', image_id: 'a' })
    tracker.track({ event_type: 'photo_view', image_id: 'a' })
    expect(recorder.sent.map(withoutEventId)).toEqual([{ token: 'tok', event_type: 'lightbox_open', image_id: 'a' }])
    await recorder.answer()
    expect(withoutEventId(recorder.sent[1] ?? {})).toEqual({ token: 'tok', event_type: 'photo_view', image_id: 'a' })
    const ids = recorder.sent.map(event => event['event_id'])
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\w-]{16,64}$/)
  })

  it('S-PUB-18 an event that could not be sent is sent first with the next one, as the same event', async () => {
    const recorder = createRecorder()
    const tracker = createTracker('tok', recorder.transport, () => 0)
    tracker.track({ event_type: 'lightbox_open' })
    await recorder.answer(false)
    expect(recorder.sent).toHaveLength(1)
    tracker.track({ event_type: 'lightbox_close' })
    await recorder.answer()
    expect(recorder.sent.map(event => event['event_type'])).toEqual([
      'lightbox_open',
      'lightbox_open',
      'lightbox_close',
    ])
    expect(recorder.sent[1]).toEqual(recorder.sent[0])
  })

  it('S-PUB-18 without a connection the number of waiting events is limited', async () => {
    const recorder = createRecorder()
    const tracker = createTracker('tok', recorder.transport, () => 0)
    for (let i = 0; i < 500; i++) tracker.track({ event_type: 'photo_view' })
    await recorder.answer(false)
    tracker.leave()
    expect(recorder.beacons).toHaveLength(101)
  })

  it('S-PUB-18 leaving sends waiting events and page_leave by beacon, once until the visitor returns', async () => {
    const recorder = createRecorder()
    let clock = 1000
    const tracker = createTracker('tok', recorder.transport, () => clock)
    tracker.track({ event_type: 'lightbox_open' })
    await recorder.answer()
    tracker.track({ event_type: 'photo_view', image_id: 'a' })
    tracker.track({ event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } })
    clock = 13_400
    tracker.leave()
    tracker.leave()
    // The pending request may not arrive after the page is closed. If it arrives, its event still counts only once.
    expect(recorder.beacons[0]).toEqual(recorder.sent[1])
    expect(recorder.beacons.slice(1).map(withoutEventId)).toEqual([
      { token: 'tok', event_type: 'download', image_id: 'a', event_data: { type: 'single_image', count: 1 } },
      { token: 'tok', event_type: 'page_leave', event_data: { duration_seconds: 12 } },
    ])
    tracker.resume()
    tracker.leave()
    expect(recorder.beacons).toHaveLength(4)
  })

  it('S-TRK-08 the duration counts while the page is visible, and restarts after half an hour away', () => {
    const recorder = createRecorder()
    let clock = 0
    const tracker = createTracker('tok', recorder.transport, () => clock)
    const at = (seconds: number, method: 'leave' | 'resume') => {
      clock = seconds * 1000
      tracker[method]()
    }
    at(10, 'leave')
    at(100, 'resume')
    at(105, 'leave')
    at(105 + 1800, 'resume')
    at(105 + 1807, 'leave')
    expect(recorder.beacons.map(event => event['event_data'])).toEqual(
      [10, 15, 7].map(duration_seconds => ({ duration_seconds })),
    )
  })
})
