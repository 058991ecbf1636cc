import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ });

const channels = z.strictObject({
  telegram: z
    .strictObject({
      token: z.string().regex(/^[\w:-]+$/),
      chat: z.int(),
      users: z.array(z.int()).min(1).optional(),
      api: address.optional(),
    })
    .optional(),
  webhook: z.strictObject({ url: address, secret: z.string().min(1).optional() }).optional(),
});

/** Keys of config.yaml for the approval of people; absent = the default. */
export const approvalEntries = {
  approval_timeout: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe('seconds that a command waits while somebody may answer'),
  notify: z.boolean().optional().describe('the monitor shows desktop notifications'),
  channels: channels.optional().describe('where else people are asked'),
};

const approvalSchema = z.object(approvalEntries);
export type ApprovalEntries = z.infer<typeof approvalSchema>;
