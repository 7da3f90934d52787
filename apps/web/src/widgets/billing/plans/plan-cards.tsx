import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { formatPrice } from '../price.ts'
import { ChangeButton, type Changing } from './change-button.tsx'
import { gains } from './comparison.ts'
import styles from './plan-cards.module.css'

function Card({ tier, changing }: { tier: Tier; changing: Changing }) {
  const id = useId()
  const { below, rows } = gains(tier, changing.apiTier)
  return (
    <li className={classNames(styles['card'], tier === changing.current && styles['current'])}>
      <h3 id={id} className={styles['name']}>
        {PLANS[tier].name}
      </h3>
      <p className={styles['price']}>
        <strong>{formatPrice(PLANS[tier].price)}</strong> per month
      </p>
      {below && <p className={styles['below']}>Everything in {PLANS[below].name}, and:</p>}
      <ul className={styles['gains']}>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <Check aria-hidden />
            {value === true ? name : `${name}: ${value}`}
          </li>
        ))}
      </ul>
      <ChangeButton tier={tier} describedBy={id} changing={changing} />
    </li>
  )
}

/** S-BILL-03 on a phone: one plan below the other, each with what it adds. */
export const PlanCards = ({ changing }: { changing: Changing }) => (
  <ul className={styles['cards']}>
    {TIERS.map(tier => (
      <Card key={tier} {...{ tier, changing }} />
    ))}
  </ul>
)
