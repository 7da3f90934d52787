import type { ReactNode } from 'react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import styles from './fab.module.css'

/** The button that floats above the bottom bar of a phone, within reach of the thumb. */
export function Fab(props: { name: string; icon: ReactNode; items: MenuItem[]; badge?: number }) {
  const { name, icon, items, badge } = props
  const face = (
    <>
      {icon}
      {badge !== undefined && <span className={styles['count']}>{badge}</span>}
    </>
  )
  return (
    <div className={styles['place']}>
      <Menu name={name} icon={face} items={items} buttonClass={styles['fab']} />
    </div>
  )
}
