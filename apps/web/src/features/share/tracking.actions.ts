import * as routes from '@daymark/contracts/routes'
import type { TrackTransport } from './tracking.ts'

const { path: address } = routes.trackVisit
const type = 'application/json'

export const trackTransport: TrackTransport = {
  send: body => fetch(address, { method: 'POST', body, keepalive: true, headers: { 'content-type': type } }),
  beacon: body => navigator.sendBeacon(address, new Blob([body], { type })),
}
