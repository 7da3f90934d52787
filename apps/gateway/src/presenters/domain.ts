import { challengeName, type DomainSettings, type http } from '@daymark/contracts'

/** With the two records as they have to be entered. */
export function presentDomain({ target, domain }: DomainSettings): http.DomainSettings {
  const available = target !== null
  if (!domain) return { available, domain: null }
  const { host, challenge, state, serves, problem, found } = domain
  return {
    available,
    domain: {
      ...{ host, state, serves, problem },
      records: [
        { type: 'CNAME', name: host, value: target ?? '', found: found && found.cname },
        { type: 'TXT', name: challengeName(host), value: challenge, found: found && found.txt },
      ],
      checked_at: domain.checkedAt,
      verified_at: domain.verifiedAt,
    },
  }
}
