import { Link } from '../../lib/router.ts'
import { buttonClass, type ButtonLook } from '../../ui/buttons/button.tsx'

/** Where every way to a better plan leads: the plan within Settings. */
export const TO_PLAN = { to: '/settings', state: { section: 'subscription', keepScroll: true } }

export const UpgradeLink = ({ look = 'plain', size }: { look?: ButtonLook; size?: 'normal' | 'small' }) => (
  <Link {...TO_PLAN} className={buttonClass({ look, size })}>
    Upgrade
  </Link>
)
