import { formatBytes, type http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Card } from '../../frame/card.tsx'
import { type Fact, Facts } from '../../frame/facts.tsx'
import { Meter } from '../../health/health-cards.tsx'

type Account = http.AdminAccount

function StorageMeter({ used, limit }: { used: number; limit: number }) {
  if (limit <= 0) return null
  return <Meter name="Storage used" percent={(used / limit) * 100} tone="plain" />
}

function usageFacts(usage: Account['usage'], limit: number): Fact[] {
  if (!usage) return [...['Storage', 'Images', 'Albums'].map((name): Fact => [name, null])]
  return [
    ['Storage', `${formatBytes(usage.storage_used)} of ${formatBytes(limit)}`],
    ['Images', usage.images],
    ['Albums', usage.albums],
  ]
}

export function UsageCard({ account: { usage, plan, user } }: { account: Account }) {
  const limit = plan?.storage_limit ?? user.storage_limit
  return (
    <Card title="Usage">
      {usage && <StorageMeter used={usage.storage_used} limit={limit} />}
      <Facts facts={usageFacts(usage, limit)} />
    </Card>
  )
}

const linkFacts = (links: Account['links']): Fact[] => [
  ['Links', links?.total ?? null],
  ['Active', links?.active ?? null],
  ['Views', links?.views ?? null],
]

export const LinksCard = ({ account: { links } }: { account: Account }) => (
  <Card title="Shares">
    <Facts facts={linkFacts(links)} />
  </Card>
)

function developerFacts(developer: Account['developer']): Fact[] {
  if (!developer) return [...['Tokens', 'Last used', 'Webhooks', 'Failing webhooks'].map((name): Fact => [name, null])]
  const { tokens, token_last_used_at: used, webhooks, failing_webhooks } = developer
  return [
    ['Tokens', tokens],
    ['Last used', used ? formatShortDateTime(used) : 'Never'],
    ['Webhooks', webhooks],
    ['Failing webhooks', failing_webhooks],
  ]
}

export const DeveloperCard = ({ account: { developer } }: { account: Account }) => (
  <Card title="API">
    <Facts facts={developerFacts(developer)} />
  </Card>
)
