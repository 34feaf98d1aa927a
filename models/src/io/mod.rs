//! Files and the host: streams, channels, folders, mapped files, the overlay that keeps a search's
//! writes apart, addresses without a net. Enters what asks the host, or must not.

pub(crate) mod file_system;
pub(crate) mod files;
pub(crate) mod host_files;
pub(crate) mod internet_addresses;
pub(crate) mod jdk_resources;
pub(crate) mod kept_answers;
pub(crate) mod kept_files;
pub(crate) mod mapped_files;
pub(crate) mod nio_channels;
pub(crate) mod nio_directories;
pub(crate) mod nio_files;
pub(crate) mod open_files;
pub(crate) mod overlay;
pub(crate) mod positions;
