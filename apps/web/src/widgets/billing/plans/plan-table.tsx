import { PLANS, TIERS } from '@daymark/contracts'
import { Check, Minus } from 'lucide-react'
import { useId } from 'react'
import { formatPrice } from '../price.ts'
import { ChangeButton, type Changing } from './change-button.tsx'
import { comparison, type Value } from './comparison.ts'
import styles from './plan-table.module.css'

export function Cell({ value }: { value: Value }) {
  if (typeof value === 'string') return value
  return value ? (
    <Check aria-label="Included" className={styles['yes']} />
  ) : (
    <Minus aria-label="Not included" className={styles['no']} />
  )
}

/** S-BILL-03: the four plans side by side, if there is space. */
export function PlanTable({ changing }: { changing: Changing }) {
  const id = useId()
  const column = (tier: string) => (tier === changing.current ? styles['current'] : undefined)
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">Plan features</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Feature</span>
            </th>
            {TIERS.map(tier => (
              <th key={tier} scope="col" className={column(tier)}>
                <span id={id + tier} className={styles['name']}>
                  {PLANS[tier].name}
                </span>
                <span className={styles['price']}>
                  <strong>{formatPrice(PLANS[tier].price)}</strong> per month
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison(changing.apiTier).map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {TIERS.map(tier => (
                <td key={tier} className={column(tier)}>
                  <Cell value={values[tier]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span className="visually-hidden">Change</span>
            </th>
            {TIERS.map(tier => (
              <td key={tier} className={column(tier)}>
                <ChangeButton tier={tier} describedBy={id + tier} changing={changing} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
