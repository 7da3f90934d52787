import type { ReactNode } from 'react'
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx'
import styles from './photo-list.module.css'

export type FabProps = { name: string; icon: ReactNode; items: MenuItem[]; badge?: number }

export function FabMenu({ name, icon, items, badge }: FabProps) {
  const buttonContent = (
    <>
      {icon}
      {badge !== undefined && <span className={styles['count']}>{badge}</span>}
    </>
  )
  return (
    <div className={styles['button-position']}>
      <Menu name={name} icon={buttonContent} items={items} buttonClass={styles['fab']} />
    </div>
  )
}
