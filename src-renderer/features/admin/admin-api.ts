import type { Api } from '../../api/api.ts';

export type AdminApi = Api<
  | 'adminStatus'
  | 'adminAccounts'
  | 'adminAccount'
  | 'adminTransactions'
  | 'adminGrant'
  | 'adminTake'
  | 'adminDisable'
  | 'adminEnable'
  | 'adminSetPassword'
  | 'adminSetRole'
  | 'adminInvitations'
  | 'adminInvite'
  | 'adminRevokeInvitation'
  | 'adminProblems'
  | 'adminActions'
  | 'posterStatus'
  | 'retryPosters'
  | 'starters'
  | 'pinStarter'
  | 'unpinStarter'
>;
