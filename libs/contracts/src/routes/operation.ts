import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** Server-sent events of the signed-in user (http.change). */
export const openEvents = route('GET', '/api/events', { auth: 'session', answer: 'events' })
/** L-API-06: can what is needed be reached? */
export const getHealth = route('GET', '/api/health', {
  auth: 'open',
  probe: true,
  answer: http.health,
  errors: ['UNAVAILABLE'],
})
/** L-API-05: the version of the build. */
export const getVersion = route('GET', '/api/version', { auth: 'open', probe: true, answer: http.version })
/** The process lives; says nothing of what it needs, so that no orchestrator restarts it for another's fault. */
export const getLiveness = route('GET', '/healthz', { auth: 'open', probe: true, answer: http.liveness })
export const getReadiness = route('GET', '/readyz', {
  auth: 'open',
  probe: true,
  answer: http.readiness,
  errors: ['UNAVAILABLE'],
})
/** How the signed-in user writes to support: with priority where the plan has it (rule 72). */
export const getSupport = route('GET', '/api/settings/support', { auth: 'session', answer: http.support })
