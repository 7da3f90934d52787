import { type Tier, TIERS } from '@daymark/contracts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyMark } from '../../../ui/feedback/busy-mark.tsx'
import { changeTo } from './comparison.ts'

export type Changing = {
  current: Tier
  /** The lowest plan with API access in this installation. */
  apiTier: Tier
  /** The current plan has ended. */
  isOver: boolean
  /** The requested plan. */
  wanted: Tier | null
  onChange: (tier: Tier) => void
}

/** The recommended plan. */
const nextTier = (current: Tier) => TIERS[TIERS.indexOf(current) + 1]

/** S-BILL-04. `describedBy` names the plan. */
export function ChangeButton({ tier, describedBy, changing }: { tier: Tier; describedBy: string; changing: Changing }) {
  const { current, isOver, wanted, onChange } = changing
  const change = changeTo(tier, current, isOver)
  const offered = isOver ? current : nextTier(current)
  return (
    <Button
      wide
      aria-describedby={describedBy}
      look={tier === offered ? 'primary' : 'plain'}
      disabled={change === 'Current Plan' || wanted !== null}
      icon={wanted === tier && <BusyMark />}
      onClick={() => onChange(tier)}
    >
      {change}
    </Button>
  )
}
