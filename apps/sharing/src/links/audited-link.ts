import type { Link } from './link.entity.ts'

/** As the audit log names a link: by what it shows, never by its address. */
export const linkTarget = ({ id }: Pick<Link, 'id'>, title: string) => ({ kind: 'link', id, name: title })
