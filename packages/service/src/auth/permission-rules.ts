import type { Permission } from '@coinslot/contract'

export interface Refusal {
  readonly status: 403 | 404
  readonly message: string
}

/**
 * Why a client may not use an operation, or null when it may.
 * @see decisions.md §3 (404 without the payments product), §5 (403 without the permission, 404 without the product)
 */
export const refusalOf = (
  permission: Permission | 'any',
  client: { readonly paymentsEnabled: boolean; readonly complianceEnabled: boolean },
  permissions: readonly Permission[],
): Refusal | null => {
  if (permission === 'any') return null
  if (permission === 'payments' && !client.paymentsEnabled) {
    return { status: 404, message: 'The merchant has no payments product enabled' }
  }
  if (permission === 'compliance' && !client.complianceEnabled) {
    return { status: 404, message: 'The merchant has no compliance product enabled' }
  }
  if (permissions.includes(permission)) return null
  return { status: permission === 'payments' ? 404 : 403, message: `The client lacks the ${permission} permission` }
}
