import { API_TOKEN, local } from '../../../lib/storage.ts'

/** The token that was saved in this browser. It goes with the sign-out, and is sent nowhere but to the base address. */
export const savedToken = () => local.getItem(API_TOKEN) ?? ''
export const saveToken = (token: string) => local.setItem(API_TOKEN, token)
export const clearToken = () => local.removeItem(API_TOKEN)
